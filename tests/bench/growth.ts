import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { withBenchServers, type BenchServers } from './bench-servers.ts';
import { fillChems } from './growth-fill.ts';
import { measureScenario, toGrowthTable, type GrowthFigure } from './growth-measure.ts';
import { createGrowthScenarios } from './growth-scenarios.ts';
import { measureWork } from './growth-work.ts';

/*
 * `npm run bench -- growth [--rows 100000,1000000,10000000 --history 2 --only 'search']`: what takes as long with many
 * records as with few. Each size has a PostgreSQL of its own, which is filled by SQL; ten million chems take half an
 * hour and 30 GB in the directory for temporary files (`TMPDIR`).
 */
const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000,1000000' },
    /** How many versions each record has. */
    history: { type: 'string', default: '2' },
    /** Only the questions whose name contains this, and no work that is done once. */
    only: { type: 'string' },
  },
});
const say = (text: string) => console.error(text);

const sizes: { rows: number; figures: GrowthFigure[] }[] = [];
for (const rows of options.rows.split(',').map(Number)) {
  const figures = await withBenchServers((servers) => measureSize(servers, rows));
  sizes.push({ rows, figures });
  console.log(toGrowthTable(sizes));
  say(`load ${loadavg()[0]!.toFixed(1)}`);
}

async function measureSize(servers: BenchServers, rows: number): Promise<GrowthFigure[]> {
  const { url, folder, postmaster, withServer } = servers;
  // The first start makes the tables.
  await withServer(async () => {});
  await fillChems(url, { rows, history: Number(options.history), say });
  return await withServer(async (server, token) => {
    const start = { name: 'start', ms: server.startMs, cpu: 0, late: 0 };
    const figures = [start, ...(await askAll())];
    if (options.only !== undefined) return figures;
    return [...figures, ...(await measureWork({ url, folder, postmaster, server, token, say }))];

    async function askAll(): Promise<GrowthFigure[]> {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const headers = { Authorization: `Bearer ${await token()}` };
      const { port } = server;
      const scenarios = await createGrowthScenarios({ client, port, headers, rows });
      await client.end();
      const found: GrowthFigure[] = [];
      for (const scenario of scenarios) {
        if (!scenario.name.includes(options.only ?? '')) continue;
        // A token holds for some minutes, and all questions together take longer.
        headers.Authorization = `Bearer ${await token()}`;
        const figure = await measureScenario(scenario, { port, postmaster });
        say(`${scenario.name}: ${figure.ms.toFixed(1)} ms, PostgreSQL ${figure.cpu.toFixed(1)} ms`);
        found.push(figure);
      }
      return found;
    }
  });
}
