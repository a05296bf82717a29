import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import type { Step } from '../../src/files/steps/step.ts';
import { withBenchServers } from './bench-servers.ts';
import { cpuOf } from './cpu-time.ts';
import { writeCsv } from './csv-of-chems.ts';
import { createTransfers } from './file-transfers.ts';
import { median } from './report.ts';

/*
 * `npm run bench -- steps [--rows 1000000 --rounds 1]`: an import with six steps beside the same import without them,
 * one after the other in turn, each into an empty table by a server of its own. The goal is 1.5 × the time, and less
 * than 400 MB.
 */
const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
  },
});
const rows = Number(options.rows);
const say = (text: string) => console.error(text);

/** Each changes many cells, and the file is right without them too. */
const steps: Step[] = [
  { do: 'trim', column: 'commonName' },
  { do: 'replace', column: 'iupacName', find: '([a-z])yl', by: '$1YL', isPattern: true },
  { do: 'case', column: 'molecularFormula', to: 'upper' },
  { do: 'number', column: 'molecularWeight', decimal: '.', units: ['g/mol'] },
  { do: 'map', column: 'fccPrioTier', values: [['4', '3']], others: 'keep' },
  { do: 'join', columns: ['commonName', 'iupacName'], separator: ' = ', into: 'comments' },
];

const seconds = { without: [] as number[], with: [] as number[] };
const busy = { without: [] as number[], with: [] as number[] };
let peakWith = 0;

await withBenchServers(async ({ url, folder, withServer }) => {
  const path = join(folder, 'chems.csv');
  await writeCsv(path, rows);
  for (let round = 0; round < Number(options.rounds); round++) {
    const turns = round % 2 === 0 ? (['without', 'with'] as const) : (['with', 'without'] as const);
    for (const turn of turns) {
      await withServer(async (server, token) => {
        await empty(url);
        const transfers = createTransfers(server.port, token);
        const id = await transfers.upload(path);
        const { result, peak } = await server.peakOf(async () => {
          const started = performance.now();
          const before = cpuOf(server.pid);
          await transfers.begin(id, { mode: 'create', ...(turn === 'with' && { steps }) });
          for (;;) {
            await wait(100);
            const { state, summary } = await transfers.job(id);
            if (state === 'running') continue;
            if (summary?.['created'] !== rows) throw new Error(JSON.stringify(summary));
            return {
              seconds: (performance.now() - started) / 1_000,
              busy: cpuOf(server.pid) - before,
            };
          }
        });
        seconds[turn].push(result.seconds);
        busy[turn].push(result.busy);
        if (turn === 'with') peakWith = Math.max(peakWith, peak);
        say(
          `${turn} steps: ${result.seconds.toFixed(1)} s, ${result.busy.toFixed(1)} s of the processor, ${peak.toFixed(0)} MiB`,
        );
      });
    }
  }
});

const ratio = median(seconds.with) / median(seconds.without);
const work = median(busy.with) / median(busy.without);
console.log(
  `${rows} rows, six steps: ${ratio.toFixed(2)} × the time, ${work.toFixed(2)} × the processor time of the server, at most ${peakWith.toFixed(0)} MiB`,
);

async function empty(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('truncate chems cascade');
  await client.end();
}
