import { appendFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { withBenchServers } from './bench-servers.ts';
import { askOnce, toRequest } from './client.ts';
import { cpuOf, cpuOfFamily } from './cpu-time.ts';
import { writeCsv } from './csv-of-chems.ts';
import { createTransfers } from './file-transfers.ts';
import { mistypeSome, readRealNames } from './mistype.ts';
import { toTable, type Line } from './report.ts';

/*
 * `npm run bench -- search`: how often the search finds a mistyped name among the first five, and how long it takes, on
 * 100,000 chems of which 1,804 have real names.
 */
const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    names: { type: 'string', default: '500' },
    seed: { type: 'string', default: '20261125' },
    /** A CSV file to import instead of generated chems. */
    file: { type: 'string' },
  },
});
const say = (text: string) => console.error(text);

const lines = await withBenchServers(async (servers) => {
  const { url, postmaster, folder, withServer } = servers;
  const path = options.file ?? join(folder, 'chems.csv');
  const real = readRealNames().filter(({ cas }) => /^\d+-\d\d-\d$/.test(cas));
  const names = join(folder, 'names.csv');
  if (options.file === undefined) await writeCsv(path, Number(options.rows) - real.length);
  await appendFile(names, 'casId,commonName\n');
  for (const { cas, name } of real)
    await appendFile(names, `${cas},"${name.replaceAll('"', '""')}"\n`);
  const found: Line[] = [];

  say('import …');
  await withServer(async (server, token) => {
    const { import: importFile } = createTransfers(server.port, token);
    await importFile(path, { mode: 'upsert' });
    await importFile(names, { mode: 'upsert' });
  });
  say(await readSizes(url));
  await withServer(async (server, token) => {
    const times: number[] = [];
    const missed: string[] = [];
    let late = 0;
    const headers = { Authorization: `Bearer ${await token()}` };
    const cpu = () => cpuOf(server.pid) + cpuOfFamily(postmaster);
    const before = cpu();
    const asked = mistypeSome(real, Number(options.names), Number(options.seed));
    for (const { name, typed } of asked) {
      const query = new URLSearchParams({ q: typed, _limit: '5' });
      const started = performance.now();
      const { body } = await askOnce(
        server.port,
        toRequest('GET', `/api/chems/search?${query}`, headers),
      );
      times.push(performance.now() - started);
      const { data, timedOut } = JSON.parse(body.toString()) as {
        data: { title: string }[];
        timedOut: boolean;
      };
      if (timedOut) late++;
      if (!data.some(({ title }) => title.startsWith(name))) missed.push(`${typed} <- ${name}`);
    }
    const used = (cpu() - before) / asked.length;
    times.sort((one, other) => one - other);
    const at = (share: number) => times[Math.floor(times.length * share)]!;
    const hits = (100 * (asked.length - missed.length)) / asked.length;
    say(
      `hit@5 ${hits.toFixed(1)} %, ${late} timed out, ${(used * 1000).toFixed(1)} ms of processor each`,
    );
    say(missed.join('\n'));
    found.push(
      {
        name: `search for ${asked.length} mistyped names, median`,
        unit: 'ms',
        ours: at(0.5),
        goal: 50,
      },
      { name: '… p95', unit: 'ms', ours: at(0.95), goal: 100 },
    );
  });
  return found;
});
console.log(toTable(lines));
say(`load ${loadavg()[0]!.toFixed(1)}`);

/** Settles the tables as PostgreSQL keeps them after a while, and reads the sizes of the table and its search index. */
async function readSizes(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('vacuum analyze chems');
  const { rows } = await client.query<{ name: string; size: string }>(
    `select relname as name, pg_size_pretty(pg_relation_size(oid)) as size from pg_class
     where relname = 'chems' or relname like 'chems%words%'`,
  );
  await client.end();
  return rows.map(({ name, size }) => `${name} ${size}`).join(', ');
}
