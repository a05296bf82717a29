import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { toCasNumber } from './chem-rows.ts';
import { withBenchServers } from './bench-servers.ts';
import { createTransfers } from './file-transfers.ts';

/*
 * `npm run bench -- kill-import [--rows 200000 --kills 20]`: an import whose server is killed (SIGKILL) at
 * random moments and gone on with by the next one. In the end nothing may be lost or doubled.
 */
const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '200000' },
    kills: { type: 'string', default: '20' },
  },
});
const rows = Number(options.rows);
const kills = Number(options.kills);
const say = (text: string) => console.error(text);

/** Every third record is there already, every tenth row refers to the last one, some are wrong. */
const isThere = (at: number) => at % 3 === 0;
const refers = (at: number) => at % 10 === 1;
const isWrong = (at: number) => at % 50 === 7;
const casOf = (at: number) => toCasNumber(500_000_000 + at);

await withBenchServers(async ({ url, folder, withServer }) => {
  const client = new pg.Client({ connectionString: url });
  const path = join(folder, 'chems.csv');
  await writeRows(path);
  const points = Array.from({ length: kills }, () => Math.random() * rows).sort((a, b) => a - b);
  let id: string | undefined;
  let deaths = 0;
  for (let isOver = false; !isOver;) {
    await withServer(async (server, token) => {
      const transfers = createTransfers(server.port, token);
      if (id === undefined) {
        await client.connect();
        await putThere(client);
        id = await transfers.upload(path);
        await transfers.begin(id, { mode: 'upsert', key: 'casId' });
      } else await transfers.resume(id);
      const point = points[deaths];
      for (;;) {
        await wait(50);
        const { state, doneRow, summary } = await transfers.job(id);
        if (state === 'running' && (point === undefined || doneRow < point)) continue;
        isOver = state !== 'running';
        if (isOver) return check(client, state, summary);
        // Not only when a batch is just in: the next ones take some hundred ms each.
        await wait(Math.random() * 500);
        process.kill(server.pid, 'SIGKILL');
        deaths++;
        say(`killed at row ${doneRow}`);
        return;
      }
    });
    // As if the silence of the dead server had lasted long enough.
    await client.query(
      `update backoffice.jobs set alive_at = alive_at - interval '1 minute' where state = 'running'`,
    );
  }
  await client.end();
  say(`${rows} rows, killed ${deaths} times: nothing lost, nothing doubled`);
});

async function writeRows(path: string): Promise<void> {
  const out = createWriteStream(path);
  out.write('casId,commonName,comments,replacedBy\n');
  for (let at = 0; at < rows; at++) {
    const name = isWrong(at) ? '' : `Name ${at}`;
    const line = `${casOf(at)},${name},row ${at},${refers(at) ? casOf(rows - 1) : ''}\n`;
    if (!out.write(line)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

async function putThere(client: pg.Client): Promise<void> {
  const some = Array.from({ length: rows }, (_, at) => at).filter(isThere);
  await client.query(
    `insert into chems (_id, "casId", "commonName") select 't' || n, cas, 'Name ' || n
     from unnest($1::int[], $2::text[]) as there(n, cas)`,
    [some, some.map(casOf)],
  );
}

async function check(client: pg.Client, state: string, summary: object): Promise<void> {
  const good = Array.from({ length: rows }, (_, at) => at).filter((at) => !isWrong(at));
  const created = good.filter((at) => !isThere(at)).length;
  const updated = good.filter(isThere).length;
  const { rows: found } = await client.query(
    `select count(*)::int as records,
       count(*) filter (where comments = 'row ' || substr("commonName", 6))::int as right,
       count("replacedBy")::int as referring,
       (select count(*)::int from backoffice.history where resource = 'chems' and operation = 'create') as creates,
       (select count(distinct record_id)::int from backoffice.history where resource = 'chems' and operation = 'create') as "createdRecords",
       (select count(*)::int from backoffice.history where resource = 'chems' and operation = 'update') as updates,
       max(_version) as version
     from chems`,
  );
  const expected = {
    state: 'done',
    total: rows,
    created,
    updated,
    unchanged: 0,
    failed: rows - good.length,
    records: created + Array.from({ length: rows }, (_, at) => at).filter(isThere).length,
    right: good.length,
    referring: good.filter(refers).length,
    creates: created,
    createdRecords: created,
    updates: updated,
    version: 2,
  };
  const seen: Record<string, unknown> = { state, ...summary, ...found[0] };
  const wrong = Object.entries(expected).filter(([name, value]) => seen[name] !== value);
  for (const [name, value] of wrong) say(`${name} is ${String(seen[name])}, not ${String(value)}`);
  if (wrong.length > 0) throw new Error('the import is not as its file');
  console.log(JSON.stringify(expected));
}
