import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join, posix } from 'node:path';
import { isZip } from '../../services/files/open-zipped.ts';
import { openZip, type OpenedZip } from '../../services/files/read-zip.ts';
import { createZipFiles, type ZipFiles } from '../../services/files/zip-files.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { suggest } from '../../descriptor/suggest.ts';
import { mediaLimits, openMedia, type Media } from '../../files/media/open-media.ts';
import { createLog } from '../log/log.ts';
import type { Installation } from '../installation.ts';
import { openFiles } from '../open-files.ts';
import { openScan } from '../open/open-scan.ts';
import { Refusal, refuseFile, toLine } from '../refusal.ts';
import { MANIFEST } from './backup.ts';
import type { Call } from './verb.ts';

/** A file that was named, or found in a folder. */
type Listed = { path: string; found: boolean };

/** The file of records on disk: the listed file itself, or the table of a ZIP. */
export type Table = Listed & { table: string };

/** The files of a backup folder that are not records. */
const ofBackups = new Set([MANIFEST, 'resources.json']);

const extensions = new Set(['.json', '.ndjson', '.jsonl', '.csv', '.tsv', '.xlsx', '.zip']);

/** The files that an argument names: itself, or those of the folder that can have records. */
export async function listFiles(path: string): Promise<Listed[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [{ path, found: false }];
  } catch (error) {
    throw refuseFile(error, (code) => `${path} cannot be read (${code})`);
  }
  const names = (await readdir(path))
    .filter((name) => extensions.has(extname(name)) && !ofBackups.has(name))
    .sort();
  return names.map((name) => ({ path: join(path, name), found: true }));
}

/** Requires named files to be importable; skips and reports other files of a folder. */
export function nameResources(
  tables: readonly Table[],
  { resources }: Descriptor,
  { print }: Pick<Call, 'print'>,
): (Table & { resource: Resource })[] {
  const named: (Table & { resource: Resource })[] = [];
  const lines: string[] = [];
  for (const one of tables) {
    const { path, table, found } = one;
    const name = basename(table, extname(table));
    const resource = resources.get(basename(path, extname(path))) ?? resources.get(name);
    if (resource) named.push({ ...one, resource });
    else if (found) print(`${path}: skipped, ${name} is not a resource`);
    else lines.push(toUnnamed(path, name, resources));
  }
  if (named.length === 0 && lines.length === 0) lines.push('No files to import');
  if (lines.length > 0) throw new Refusal(lines);
  return named;
}

function toUnnamed(path: string, name: string, resources: Descriptor['resources']): string {
  const meant = suggest(name, resources.keys());
  const hint = meant ? `; did you mean ${meant}${extname(path)}?` : '';
  return `${path}: name the file after its resource; ${name} is not a resource${hint}`;
}

/** The ZIPs among the listed files. `open` returns what an import needs of their files, by their paths. */
export type Zips = {
  open(installation: Installation, dryRun: boolean): Promise<ReadonlyMap<string, ZipFiles>>;
};

/** Runs work on the tables of the listed files. Those of ZIPs are unpacked for the time of the work. */
export async function withTables<Done>(
  listed: readonly Listed[],
  { environment }: Pick<Call, 'environment'>,
  work: (tables: readonly Table[], zips: Zips) => Promise<Done>,
): Promise<Done> {
  const opened = new Map<string, OpenedZip>();
  const folder = await mkdtemp(join(tmpdir(), 'backoffice-import-'));
  let media: Media | undefined;
  try {
    const tables: Table[] = [];
    for (const one of listed) {
      if (!isZip(one.path)) {
        tables.push({ ...one, table: one.path });
        continue;
      }
      const zip = await openZip(one.path, (await stat(one.path)).size);
      if ('code' in zip) throw new Refusal([`${one.path}: ${toLine({ ...zip, path: '' })}`]);
      opened.set(one.path, zip);
      const table = join(folder, `${opened.size}`, posix.basename(zip.table));
      tables.push({ ...one, table: await unpackTable(zip, table) });
    }
    return await work(tables, {
      async open({ database, store }, dryRun) {
        if (opened.size === 0) return new Map();
        const log = createLog('warn', process.stderr.fd);
        media = openMedia(log, { ...mediaLimits, megabytes: environment.filesMemoryMb });
        const scan = environment.scanCommand && openScan(environment.scanCommand, log);
        const blobs = await openFiles(environment);
        const services = { blobs, database, media, store, ...(scan && { scan }) };
        const by = { userId: null };
        return new Map(
          [...opened].map(([path, zip]) => [path, createZipFiles(zip, { services, by, dryRun })]),
        );
      },
    });
  } finally {
    media?.close();
    for (const zip of opened.values()) zip.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function unpackTable(zip: OpenedZip, to: string): Promise<string> {
  await mkdir(dirname(to));
  if ((await zip.unpack(zip.table, to)) === undefined)
    throw new Refusal([`${zip.path}: ${zip.table} is damaged`]);
  return to;
}
