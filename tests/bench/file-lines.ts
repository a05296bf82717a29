import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import pg from 'pg';
import { measureLoad, toRequest } from './client.ts';
import { createCopyFloor } from './copy-floor.ts';
import { cpuOf, cpuOfFamily } from './cpu-time.ts';
import { writeCsv } from './csv-of-chems.ts';
import { createTransfers } from './file-transfers.ts';
import type { Server } from './processes.ts';
import { median, type Line } from './report.ts';

export type FileGround = {
  /** Starts a server for the work; one that has done nothing yet has the memory it needs and no more. */
  withServer<Result>(work: (server: Server, token: string) => Promise<Result>): Promise<Result>;
  url: string;
  postmaster: number;
  folder: string;
  rows: number;
  rounds: number;
  /** A CSV of chems there is already; its columns that are no fields are left out. */
  csv?: string | undefined;
  say(text: string): void;
};

const LIST = '/api/chems?_sort=commonName&_perPage=25';

/**
 * Files beside `COPY` on the same table in the same run, one after the other in turn, so that
 * what else goes on in the machine meets both. Beside the time of the clock stands that of the processors.
 */
export async function measureFiles(ground: FileGround): Promise<Line[]> {
  const { withServer, url, folder, rows } = ground;
  const csv = ground.csv ?? join(folder, 'chems.csv');
  if (ground.csv === undefined) await writeCsv(csv, rows);
  const imports = await withServer((server, token) =>
    measureImports({ ...ground, csv, server, token, most: rows > 100_000 ? 400 : 300 }),
  );
  const floor = await createCopyFloor(url, join(folder, 'copy.csv'));
  const exports: Line[] = [];
  for (const [format, copyOut] of [
    ['csv', floor.csvOut],
    ['json', floor.jsonOut],
  ] as const) {
    exports.push(
      ...(await withServer((server, token) =>
        measureExports({ ...ground, format, copyOut, server, token, most: 150 }),
      )),
    );
  }
  await floor.end();
  return [...imports, ...exports];
}

type Measuring = FileGround & {
  server: Server;
  token: string;
  /** MiB the server may take. */
  most: number;
};

async function measureImports(measuring: Measuring & { csv: string }): Promise<Line[]> {
  const { server, token, url, folder, csv, most, say } = measuring;
  const transfers = createTransfers(server.port, token);
  const floor = await createCopyFloor(url, join(folder, 'copy.csv'));
  const mapping = await mappingOf(csv, server, token);
  const alone = await listTimes(server.port, token, 3);

  const id = (await measure(measuring, 'upload of a job', () => transfers.upload(csv))).result;
  const job = await measure(measuring, 'import as a job, while others read lists', () =>
    besideLists(server.port, token, () => transfers.run(id, { mapping, mode: 'create' })),
  );
  const { total, created, failed } = job.result.done;
  say(`${total} rows, ${created} created, ${failed} refused`);

  await floor.keep();
  const copies = [(await measure(measuring, 'COPY in', floor.copyIn)).seconds];
  await empty(url);
  const imported = await measure(measuring, 'import as one request', () =>
    transfers.import(csv, { mapping: JSON.stringify(mapping) }),
  );
  if (imported.result.created !== created) throw new Error(JSON.stringify(imported.result));
  copies.push((await measure(measuring, 'COPY in', floor.copyIn)).seconds);
  await floor.end();
  return [
    {
      name: `import of CSV, ${total} rows (floor: COPY into the same table)`,
      unit: 's',
      ours: imported.seconds,
      floor: median(copies),
      goal: 3,
      more: { copies, cpu: imported.cpu, asJob: job.seconds },
    },
    ...aboutServer(job, most, alone),
  ];
}

async function measureExports(
  measuring: Measuring & { format: string; copyOut: () => Promise<number> },
): Promise<Line[]> {
  const { server, token, format, copyOut, rounds, most } = measuring;
  const transfers = createTransfers(server.port, token);
  const alone = await listTimes(server.port, token, 3);
  const take = () => transfers.export(`format=${format}`);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    theirs.push((await measure(measuring, `COPY out, ${format}`, copyOut)).seconds);
    ours.push((await measure(measuring, `export, ${format}`, take)).seconds);
  }
  const beside = await measure(measuring, `export, ${format}, while others read lists`, () =>
    besideLists(server.port, token, take),
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
    ...aboutServer(beside, most, alone),
  ];
}

type Lists = { p50: number; p99: number };

type Measured<Result> = {
  result: Result;
  seconds: number;
  peak: number;
  cpu: { server: number; postgres: number };
  loop: { p50: number; p99: number; max: number };
};

async function measure<Result>(
  { server, postmaster, say }: Measuring,
  name: string,
  work: () => Promise<Result>,
): Promise<Measured<Result>> {
  await server.loopDelay();
  const before = { server: cpuOf(server.pid), postgres: cpuOfFamily(postmaster) };
  const started = performance.now();
  const { result, peak } = await server.peakOf(work);
  const seconds = (performance.now() - started) / 1_000;
  const cpu = {
    server: cpuOf(server.pid) - before.server,
    postgres: cpuOfFamily(postmaster) - before.postgres,
  };
  const loop = await server.loopDelay();
  const load = await readFile('/proc/loadavg', 'utf8').catch(() => 'unknown');
  say(
    `${name}: ${seconds.toFixed(2)} s, processor ${cpu.server.toFixed(2)} s of the server and ` +
      `${cpu.postgres.toFixed(2)} s of PostgreSQL, peak ${peak} MiB, event loop late by ` +
      `${loop.p50.toFixed(0)} / ${loop.p99.toFixed(0)} / ${loop.max.toFixed(0)} ms ` +
      `(p50, p99, most), load ${load.split(' ', 1)[0]}`,
  );
  return { result, seconds, peak, cpu, loop };
}

/** What a transfer costs those who work at the same time. */
function aboutServer(
  { peak, loop, result }: Measured<{ lists: Lists }>,
  memory: number,
  alone: Lists,
): Line[] {
  const { lists } = result;
  return [
    { name: '… peak memory of the server', unit: 'MiB', ours: peak, goal: memory },
    { name: '… event loop late, p99', unit: 'ms', ours: loop.p99, goal: 50, more: loop },
    {
      name: '… list of 25 meanwhile, p50 (floor: alone)',
      unit: 'ms',
      ours: lists.p50,
      floor: alone.p50,
      // Two processors, of which the transfer takes one for the server and one for PostgreSQL.
      goal: 10,
      more: { lists, alone },
    },
  ];
}

async function listTimes(port: number, token: string, seconds: number): Promise<Lists> {
  const next = () => toRequest('GET', LIST, { Authorization: `Bearer ${token}` });
  const measured = await measureLoad({ port, connections: 1, seconds, next });
  if (measured.errors > 0) throw new Error(`${measured.errors} errors: ${measured.firstError}`);
  return measured;
}

/** One who reads lists as fast as they come, until the work is done. */
async function besideLists<Result>(
  port: number,
  token: string,
  work: () => Promise<Result>,
): Promise<{ done: Result; lists: Lists }> {
  const p50: number[] = [];
  const p99: number[] = [];
  let isDone = false;
  const working = work().finally(() => (isDone = true));
  while (!isDone) {
    const lists = await listTimes(port, token, 1);
    p50.push(lists.p50);
    p99.push(lists.p99);
  }
  return { done: await working, lists: { p50: median(p50), p99: Math.max(...p99) } };
}

/** Columns of the file that are no fields are left out. */
async function mappingOf(
  csv: string,
  { port }: Server,
  token: string,
): Promise<Record<string, null>> {
  const config = await fetch(`http://127.0.0.1:${port}/api/config`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const { descriptor } = await config.json();
  const { fields } = descriptor.resources.chems;
  const lines = createInterface({ input: createReadStream(csv) });
  for await (const line of lines) {
    lines.close();
    const names = line.split(',').filter((name) => !(name in fields));
    return Object.fromEntries(names.map((name) => [name, null]));
  }
  return {};
}

async function empty(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('truncate chems cascade');
  await client.end();
}
