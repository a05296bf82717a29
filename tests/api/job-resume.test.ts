import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';
import { jobsOf } from '../support/jobs.ts';

let library: TestApi;
// Each try of its own, as a second one would find what the first has written.
beforeEach(async () => {
  library = await openTestApi();
});
afterEach(() => library.close());

const ROWS = 5_000;

/** Every third row changes a record that is there, every fifth refers to a row far below, some are wrong. */
function rowsOf(): string {
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const name = at % 3 === 0 ? `There ${at}` : `Author ${at}`;
    const mentor = at % 5 === 0 ? `Author ${ROWS - 1}` : '';
    const isNameless = at % 50 === 7;
    return `${isNameless ? '' : name},${isNameless || at % 3 === 0 ? 'new' : ''},${mentor}`;
  });
  return `name,penName,mentor\n${rows.join('\n')}\n`;
}

test('an import whose server dies repeatedly is resumed, and no row is lost or duplicated', async () => {
  const { database } = library;
  await database.query(
    `insert into authors (_id, name) select 't' || i, 'There ' || i from generate_series(0, $1::int - 1, 3) i`,
    [ROWS],
  );
  const jobs = jobsOf(library, '/api/authors');
  const { json: job } = await jobs.upload(rowsOf());
  let deaths = 0;
  let verb = 'run';
  for (;;) {
    const child = await startServer(job.id, verb);
    const ended = await endOrKill(child, 40 + deaths * 150 + Math.random() * 120);
    if (ended) break;
    deaths++;
    verb = 'resume';
    // As if the silence of the dead server had lasted long enough.
    await database.query(
      `update backoffice.jobs set alive_at = alive_at - interval '1 minute' where state = 'running'`,
    );
    if (deaths > 40) throw new Error('it never ends');
    const { json } = await jobs.call('GET', `/api/jobs/${job.id}`);
    if (json.state === 'uploaded') verb = 'run';
    else if (json.state !== 'interrupted') break;
  }

  const { json: done } = await jobs.call('GET', `/api/jobs/${job.id}`);
  const { rows } = await database.query<{
    count: number;
    mentored: number;
    changed: number;
    versions: number;
  }>(
    `select count(*)::int as count, count(mentor)::int as mentored,
       count(*) filter (where "penName" = 'new')::int as changed, max(_version)::int as versions from authors`,
  );
  const nameless = Array.from({ length: ROWS }, (_, at) => at % 50 === 7).filter(Boolean).length;
  const hits = (test: (at: number) => boolean) =>
    Array.from({ length: ROWS }, (_, at) => at).filter((at) => at % 50 !== 7 && test(at)).length;
  const there = Math.ceil(ROWS / 3);
  expect(deaths).toBeGreaterThan(0);
  expect(done.state).toBe('done');
  expect(done.summary).toMatchObject({
    total: ROWS,
    failed: nameless,
    created: hits((at) => at % 3 !== 0),
    updated: hits((at) => at % 3 === 0),
  });
  expect(rows[0]).toEqual({
    count: there + hits((at) => at % 3 !== 0),
    mentored: hits((at) => at % 5 === 0),
    changed: hits((at) => at % 3 === 0),
    versions: 2,
  });
}, 300_000);

/** Begins or goes on with the job in a process of its own; answered when it has begun. */
async function startServer(job: string, verb: string): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('../support/job-server.ts', import.meta.url));
  const token = await library.tokenOf('admin');
  const body = JSON.stringify({ mode: 'upsert', key: 'name' });
  const { place } = library.services.blobs;
  const child = spawn(process.execPath, [script, library.url, token, job, verb, body, place], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child;
}

/** Whether it ended by itself before its time was over. */
async function endOrKill(child: ChildProcess, ms: number): Promise<boolean> {
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const time = wait(ms).then(() => 'over' as const);
  const first = await Promise.race([exited, time]);
  if (first !== 'over') return first === 0;
  child.kill('SIGKILL');
  return (await exited) === 0;
}
