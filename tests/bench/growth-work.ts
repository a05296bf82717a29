import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { adminEnvironment, type Token } from './bench-servers.ts';
import { askOnce, toRequest } from './client.ts';
import { writeCsv } from './csv-of-chems.ts';
import { createTransfers } from './file-transfers.ts';
import { measureOnce, type GrowthFigure } from './growth-measure.ts';
import type { Server } from './processes.ts';

export type WorkGround = {
  url: string;
  folder: string;
  postmaster: number;
  server: Server;
  token: Token;
  say(text: string): void;
};

/** What is done once: an import of more, exports, an index for a field, a backup. */
export async function measureWork(ground: WorkGround): Promise<GrowthFigure[]> {
  const { url, folder, postmaster, server, token, say } = ground;
  const transfers = createTransfers(server.port, token);
  const figures: GrowthFigure[] = [];
  const once = async (name: string, work: () => Promise<unknown>) => {
    const { result, peak } = await server.peakOf(() => measureOnce(name, postmaster, work));
    figures.push(result);
    say(`${name}: ${(result.ms / 1_000).toFixed(1)} s, peak of the server ${peak} MiB`);
  };

  const csv = join(folder, 'more.csv');
  await writeCsv(csv, 100_000, 30_000_000);
  await once('import of 100,000 more', async () => {
    const { created } = await transfers.import(csv, { mode: 'create' });
    if (created !== 100_000) throw new Error(`${created} were created`);
  });
  await once('export as CSV', () => transfers.export('format=csv'));
  await once('export as JSON', () => transfers.export('format=json'));

  const descriptor = JSON.parse(await readFile('resources.json', 'utf8'));
  descriptor.resources.chems.fields.monoisotopicMass.index = true;
  const resources = join(folder, 'with-index.json');
  await writeFile(resources, JSON.stringify(descriptor));
  const environment = { ...adminEnvironment(url, folder), RESOURCES: resources };
  let slowest = 0;
  await once('apply an index', async () => {
    let isDone = false;
    const applying = command(environment, 'apply').finally(() => (isDone = true));
    const ids = await readIds(server, await token());
    for (let at = 0; !isDone; at++) {
      slowest = Math.max(slowest, await update(server, await token(), ids[at % ids.length]!));
      await wait(50);
    }
    await applying;
  });
  figures.push({ name: 'slowest update while an index is built', ms: slowest, cpu: 0, late: 0 });

  const backup = join(folder, 'backup');
  await mkdir(backup);
  await once('backup: export of all to a folder', () =>
    command(adminEnvironment(url, folder), 'export', backup),
  );
  say(`the backup has ${((await bytesIn(backup)) / 1e6).toFixed(0)} MB`);
  await rm(backup, { recursive: true });
  return figures;
}

const run = promisify(execFile);

async function command(environment: Readonly<Record<string, string>>, ...args: string[]) {
  const env = { ...process.env, ...environment };
  await run(process.execPath, ['src/hosts/command.ts', ...args], { env });
}

async function readIds(server: Server, token: string): Promise<string[]> {
  const headers = { Authorization: `Bearer ${token}` };
  const path = '/api/chems?_perPage=100&_total=none&_fields=_id';
  const { body } = await askOnce(server.port, toRequest('GET', path, headers));
  return (JSON.parse(body.toString()) as { data: { _id: string }[] }).data.map(({ _id }) => _id);
}

/** How many milliseconds an update takes. */
async function update(server: Server, token: string, id: string): Promise<number> {
  const headers = { Authorization: `Bearer ${token}`, 'If-Match': '*' };
  const body = JSON.stringify({ comments: `note ${Date.now()}` });
  const started = performance.now();
  const { status } = await askOnce(
    server.port,
    toRequest('PATCH', `/api/chems/${id}`, headers, body),
  );
  if (status !== 200) throw new Error(`an update was answered with ${status}`);
  return performance.now() - started;
}

async function bytesIn(folder: string): Promise<number> {
  const sizes = await Promise.all(
    (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
