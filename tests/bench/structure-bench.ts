import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { describeChange } from '../../src/descriptor/edits/describe-change.ts';
import { setAt } from '../../src/descriptor/edits/edit.ts';
import { openFiles, wholeOf } from '../../src/descriptor/edits/open-files.ts';
import { withBenchServers } from './bench-servers.ts';
import { manyCollections } from './many-collections.ts';

/*
 * `npm run bench -- structure [--collections 40] [--rows 100000]`: how long people who change the structure wait: for the
 * check of a setting, for a plan over many records, and for a new field while others write.
 */
const { values: options } = parseArgs({
  options: {
    collections: { type: 'string', default: '40' },
    rows: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '40' },
  },
});

type Files = { path: string; text: string }[];
type Ask = (method: string, path: string, body?: object) => Promise<any>;

const [rows, rounds] = [Number(options.rows), Number(options.rounds)];
const fields = ['resources', 'c0', 'fields'];

await withBenchServers(async ({ url, folder, withServer }) => {
  const path = join(folder, 'resources.json');
  const text = JSON.stringify(manyCollections(Number(options.collections)), null, 2);
  await writeFile(path, text);
  await withServer(
    async (server, token) => {
      const ask: Ask = async (method, route, body) => {
        const headers = {
          Authorization: `Bearer ${await token()}`,
          'Content-Type': 'application/json',
          'If-Match': '*',
        };
        const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
        const answer = await fetch(`http://127.0.0.1:${server.port}/api${route}`, init);
        if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
        return await answer.json();
      };
      await fill(url);
      const { files } = await ask('GET', '/structure/descriptor');
      await measureEdits(files);
      await measureChecks(ask, files);
      await measurePlans(ask, files);
      await measureApply(ask);
    },
    { RESOURCES: path },
  );
});

async function fill(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into c0 (_id, code, name, status, amount, hint)
     select 'r' || i, 'c' || i, 'Name ' || i, 'new', i % 50, (i % 1000)::text from generate_series(1, $1::int) i`,
    [rows],
  );
  await client.query('vacuum (analyze) c0');
  await client.end();
}

/** What the browser does for each edit of a setting, besides drawing. */
async function measureEdits(files: Files): Promise<void> {
  let length = 20;
  await measure('an edit in the browser', () => {
    length += 1;
    const edited = setAt(files, [...fields, 'code', 'maxLength'], length);
    if ('refused' in edited) throw new Error(edited.refused.reason);
    const opened = openFiles(edited.files);
    if ('files' in opened) wholeOf(opened);
    describeChange(files, edited.files);
  });
}

async function measureChecks(ask: Ask, files: Files): Promise<void> {
  let length = 20;
  await measure('the check of a setting', async () => {
    length += 1;
    const changed = withChange(files, 'maxLength', length);
    const { problems } = await ask('POST', '/structure/check', { files: changed });
    if (problems.length > 0) throw new Error(JSON.stringify(problems[0]));
  });
}

async function measurePlans(ask: Ask, files: Files): Promise<void> {
  const added = withField(files, 'fresh');
  await measure(
    `the plan of a new field`,
    () => ask('POST', '/structure/plan', { files: added }),
    5,
  );
  const retyped = files.map((each) => ({
    ...each,
    text: each.text.replace('"hint": {\n          "type": "text"', '"hint": { "type": "number"'),
  }));
  await measure(
    `the plan of another type of ${rows} values`,
    async () => {
      const { steps } = await ask('POST', '/structure/plan', { files: retyped });
      if (steps.length === 0) throw new Error('nothing to convert');
    },
    5,
  );
}

/** New fields while others write 20 times a second. */
async function measureApply(ask: Ask): Promise<void> {
  const failed: unknown[] = [];
  const waits: number[] = [];
  let at = 0;
  const write = async (): Promise<void> => {
    const [id, started] = [`r${1 + (at++ % rows)}`, performance.now()];
    await ask('PATCH', `/c0/${id}`, { remark: `at ${at}` }).catch((error) => failed.push(error));
    waits.push(performance.now() - started);
  };
  const running: Promise<void>[] = [];
  const writer = setInterval(() => running.push(write()), 50);
  let count = 0;
  await measure(
    'a new optional field under 20 writes a second',
    async () => {
      const { files, hash: base } = await ask('GET', '/structure/descriptor');
      const changed = withField(files, `fresh${count++}`);
      const { hash: plan } = await ask('POST', '/structure/plan', { files: changed });
      const started = performance.now();
      await ask('POST', '/structure/apply', { files: changed, plan, base });
      return performance.now() - started;
    },
    5,
  );
  clearInterval(writer);
  await Promise.all(running);
  console.log(`  ${waits.length} writes, the slowest ${Math.max(...waits).toFixed(0)} ms`);
  console.log(`  ${failed.length} failed ${failed.length > 0 ? String(failed[0]) : ''}`);
}

function withChange(files: Files, setting: string, value: number): Files {
  const edited = setAt(files, [...fields, 'code', setting], value);
  if ('refused' in edited) throw new Error(edited.refused.reason);
  return [...edited.files];
}

function withField(files: Files, name: string): Files {
  return files.map((each) => ({
    ...each,
    text: each.text.replace('"hint":', `"${name}": { "type": "text" },\n        "hint":`),
  }));
}

/** Prints the shortest and the median time. A work that measures itself returns milliseconds. */
async function measure(name: string, work: () => unknown, times = rounds): Promise<void> {
  const found: number[] = [];
  for (let round = 0; round < times; round += 1) {
    const started = performance.now();
    const own = await work();
    found.push(typeof own === 'number' ? own : performance.now() - started);
  }
  found.sort((one, other) => one - other);
  const [min = 0, median = 0] = [found[0], found[found.length >> 1]];
  console.log(
    `${name}: min ${min.toFixed(0)} ms, median ${median.toFixed(0)} ms (load ${loadavg()[0]?.toFixed(1)})`,
  );
}
