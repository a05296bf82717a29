import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import type { BenchServers } from './bench-servers.ts';
import { createCopyFloor, type CopyFloor } from './copy-floor.ts';
import { writeCsv } from './csv-of-chems.ts';
import { createTransfers, type Transfers } from './file-transfers.ts';
import {
  besideLists,
  listsAlone,
  measure,
  type Lists,
  type Measured,
  type Measuring,
} from './measuring.ts';
import { median, type Line } from './report.ts';

export type FileGround = BenchServers & {
  rows: number;
  rounds: number;
  /** A CSV of chems there is already; its columns that are no fields are left out. */
  csv?: string | undefined;
  say(text: string): void;
};

/**
 * Files beside `COPY` on the same table in the same run, one after the other in turn, so that
 * what else goes on in the machine meets both. Beside the time of the clock stands that of the processors.
 */
export async function measureFiles(ground: FileGround): Promise<Line[]> {
  const { withServer, url, folder, rows } = ground;
  const csv = ground.csv ?? join(folder, 'chems.csv');
  if (ground.csv === undefined) await writeCsv(csv, rows);
  const lines = await withServer(async (server, token) => {
    const floor = await createCopyFloor(url, join(folder, 'copy.csv'));
    const imports = await measureImports({ ...ground, csv, server, token }, floor);
    await floor.end();
    return imports;
  });
  // Each in a server of its own, since none gives back the memory it once had.
  for (const format of ['csv', 'json'] as const) {
    const exports = await withServer(async (server, token) => {
      const floor = await createCopyFloor(url, join(folder, 'copy.csv'));
      const copyOut = format === 'csv' ? floor.csvOut : floor.jsonOut;
      const found = await measureExports({ ...ground, server, token }, format, copyOut);
      await floor.end();
      return found;
    });
    lines.push(...exports);
  }
  return lines;
}

/** Of more rows the import as a job is measured alone, which takes the time of a coffee already. */
const LARGE = 200_000;

async function measureImports(
  measuring: Measuring & FileGround & { csv: string },
  floor: CopyFloor,
): Promise<Line[]> {
  const { server, token, url, rows, csv, say } = measuring;
  const transfers = createTransfers(server.port, token);
  const mapping = await mappingOf(csv, transfers);
  const alone = await listsAlone(measuring);

  const { result: id } = await measure(measuring, 'upload of a job', () => transfers.upload(csv));
  const job = await measure(measuring, 'import as a job, while others read lists', () =>
    besideLists(measuring, () => transfers.run(id, { mapping, mode: 'create' })),
  );
  const { total, created, failed } = job.result.done;
  say(`${total} rows, ${created} created, ${failed} refused`);

  await floor.keep();
  const copies = [(await measure(measuring, 'COPY in', floor.copyIn)).seconds];
  const plain = [(await measure(measuring, 'COPY in, plain', floor.copyInPlainly)).seconds];
  let { seconds } = job;
  if (rows <= LARGE) {
    await empty(url);
    const imported = await measure(measuring, 'import as one request', () =>
      transfers.import(csv, { mapping: JSON.stringify(mapping) }),
    );
    if (imported.result.created !== created) throw new Error(JSON.stringify(imported.result));
    ({ seconds } = imported);
    copies.push((await measure(measuring, 'COPY in', floor.copyIn)).seconds);
    plain.push((await measure(measuring, 'COPY in, plain', floor.copyInPlainly)).seconds);
  }
  return [
    {
      name: `import of CSV, ${total} rows (floor: COPY into the same table)`,
      unit: 's',
      ours: seconds,
      floor: median(copies),
      goal: 3,
      more: { copies, asJob: job.seconds },
    },
    {
      name: '… (floor: COPY into a plain table)',
      unit: 's',
      ours: seconds,
      floor: median(plain),
      goal: 4,
      more: { plain },
    },
    ...aboutServer(job, rows > 100_000 ? 400 : 300, alone),
  ];
}

async function measureExports(
  measuring: Measuring & FileGround,
  format: 'csv' | 'json',
  copyOut: () => Promise<number>,
): Promise<Line[]> {
  const { server, token, rounds } = measuring;
  const transfers = createTransfers(server.port, token);
  const alone = await listsAlone(measuring);
  const take = () => transfers.export(`format=${format}`);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    theirs.push((await measure(measuring, `COPY out, ${format}`, copyOut)).seconds);
    ours.push((await measure(measuring, `export, ${format}`, take)).seconds);
  }
  const beside = await measure(measuring, `export, ${format}, while others read lists`, () =>
    besideLists(measuring, take),
  );
  return [
    {
      name: `export of ${format.toUpperCase()} (floor: COPY … TO STDOUT)`,
      unit: 's',
      ours: median(ours),
      floor: median(theirs),
      goal: 1.3,
      more: { ours, theirs },
    },
    ...aboutServer(beside, 150, alone),
  ];
}

/** What a transfer costs the server, and those who work at the same time. */
function aboutServer(
  { peak, loop, result: { lists } }: Measured<{ lists: Lists }>,
  memory: number,
  alone: Lists,
): Line[] {
  return [
    { name: '… peak memory of the server', unit: 'MiB', ours: peak, goal: memory },
    { name: '… event loop late, p99', unit: 'ms', ours: loop.p99, goal: 50, more: loop },
    {
      name: '… list of 25 meanwhile, p50 (floor: alone)',
      unit: 'ms',
      ours: lists.p50,
      floor: alone.p50,
      // On two processors, of which the transfer takes one for the server and one for PostgreSQL.
      goal: 3,
      more: { lists, alone },
    },
  ];
}

/** Columns of the file that are no fields are left out. */
async function mappingOf(csv: string, transfers: Transfers): Promise<Record<string, null>> {
  const fields = await transfers.fields();
  const lines = createInterface({ input: createReadStream(csv) });
  for await (const line of lines) {
    lines.close();
    const others = line.split(',').filter((name) => !fields.includes(name));
    return Object.fromEntries(others.map((name) => [name, null]));
  }
  return {};
}

async function empty(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('truncate chems cascade');
  await client.end();
}
