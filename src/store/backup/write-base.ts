import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { BlobStore } from '../blobs/blob-store.ts';
import { isOnlyBackup } from '../connection/backup-locks.ts';
import { openCopyConnection, type CopyConnection } from '../connection/copy-connection.ts';
import { errorCode } from '../connection/errors.ts';
import { leftEmpty } from '../embedded/copy-data-folder.ts';
import { backupKeys, type Part } from './archive.ts';
import { momentKeys, toStamp } from './moment-keys.ts';
import { createPartWriter, storeBytes } from './parts.ts';
import type { Sealer } from './seal.ts';
import { readEnd } from './ship-wal.ts';
import { writeTar, type TarEntry } from './tar.ts';
import { openChain } from './wal-chain.ts';
import type { MadeBackup } from './write-archive.ts';
import { requireValue } from '../../fields/require-entry.ts';

/** All that a base says of itself. It is encrypted, because it contains the secret. */
export type BaseManifest = {
  format: 1;
  /** Of the product, and the major version of PostgreSQL. */
  version: string;
  postgres: number;
  /** Of the machine, such as `linux-x64`: the files of another one mean something else. */
  platform: string;
  timeline: number;
  segmentSize: number;
  secret: string;
  /** A tar of the data folder without its log, and lists of files `name SHA-256 size`. */
  parts: Part[];
  files: Part[];
};

/** What a base says without a key. `start`: the position of the log from which a recovery needs it. */
export type BaseRange = { start: string; endedAt: string; filesFrom: string };

export type BaseParts = {
  /** Of the embedded database, and its data folder. */
  url: string;
  data: string;
  /** The store of backups. */
  to: BlobStore;
  sealer: Sealer;
  secret: string;
  version: string;
  /** The backup of the same run, whose files are in the store. */
  archive: Pick<MadeBackup, 'name' | 'at' | 'list'>;
  report(done: string): void;
};

export type MadeBase = { name: string; bytes: number };

/** Copies the data folder of a running server into the store, as `pg_basebackup` does. Writers continue meanwhile. */
export async function writeBase(parts: BaseParts): Promise<MadeBase | 'busy'> {
  const { to, sealer, archive } = parts;
  const connection = await openCopyConnection(parts.url);
  try {
    if (!(await isOnlyBackup(connection))) return 'busy';
    const chain = await openChain(connection);
    const name = toStamp(new Date());
    const folder = momentKeys.base(chain.name, name);
    const writer = createPartWriter(to, sealer, folder);
    const start = await connection.value<string>(
      `select (pg_backup_start('backoffice base', true) - '0/0')::text`,
    );
    const entries = listEntries(connection, parts.data, parts.report);
    const copied = await writer.write(writeTar(entries));
    const endedAt = new Date(await connection.value<string>('select clock_timestamp()'));
    const files = await copyLists(to, archive, folder);
    const { timeline, size } = await readEnd(connection);
    const major = await connection.value<number>(
      `select current_setting('server_version_num')::int / 10000`,
    );
    const range: BaseRange = { start, endedAt: endedAt.toISOString(), filesFrom: archive.at };
    await storeBytes(to, `${folder}range`, toStream(JSON.stringify(range)));
    const manifest: BaseManifest = {
      format: 1,
      version: parts.version,
      postgres: major,
      platform: `${process.platform}-${process.arch}`,
      timeline,
      segmentSize: size,
      secret: parts.secret,
      parts: copied,
      files,
    };
    await writer.writeWhole('manifest', toStream(JSON.stringify(manifest)));
    return { name, bytes: copied.reduce((sum, part) => sum + part.size, 0) };
  } finally {
    await connection.close();
  }
}

function toStream(text: string): Readable {
  return Readable.from([Buffer.from(text)]);
}

/** The files of the backup are in the store; the base gets their lists, because it may be kept for longer. */
async function copyLists(
  to: BlobStore,
  { name, list }: BaseParts['archive'],
  folder: string,
): Promise<Part[]> {
  const copy = async (from: string, as: string) =>
    await storeBytes(to, `${folder}${as}`, requireValue(await to.read(from), from));
  const files: Part[] = [];
  for (const part of list) {
    const as = `files-${part.name}`;
    files.push({ name: as, ...(await copy(backupKeys.part(name, part.name), as)) });
  }
  await copy(backupKeys.blobNames(name), 'blobs');
  return files;
}

const CONTROL = 'global/pg_control';

async function* listEntries(
  connection: CopyConnection,
  data: string,
  report: (done: string) => void,
): AsyncGenerator<TarEntry> {
  for await (const entry of walk(data, '')) {
    report('the data folder');
    yield entry;
  }
  // Last, as the server itself does it, and before the label, which says where the recovery begins.
  yield* toEntry(data, CONTROL);
  const stopped = await connection.only<{ labelfile: string; spcmapfile: string }>(
    'select labelfile, spcmapfile from pg_backup_stop(false)',
  );
  if (stopped.spcmapfile)
    throw new Error('tablespaces outside of the data folder cannot be copied');
  const label = Buffer.from(stopped.labelfile);
  yield { path: 'backup_label', size: label.length, bytes: Readable.from([label]) };
}

/** The files and folders below, without what belongs to the running server. */
async function* walk(data: string, folder: string): AsyncGenerator<TarEntry> {
  for (const entry of await readFolder(join(data, folder))) {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) {
      if (entry.name.startsWith('pgsql_tmp')) continue;
      yield { path, folder: true };
      if (path !== 'pg_wal' && !leftEmpty.has(path)) yield* walk(data, path);
    } else if (entry.isFile() && !isOfServer(entry.name) && path !== CONTROL)
      yield* toEntry(data, path);
  }
}

function isOfServer(name: string): boolean {
  return (
    name.startsWith('postmaster.') ||
    name.startsWith('pgsql_tmp') ||
    ['backup_label', 'tablespace_map', 'pg_internal.init', 'current_logfiles'].includes(name)
  );
}

/** Nothing for a file that has vanished: its table was dropped, which the log knows too. */
async function* toEntry(data: string, path: string): AsyncGenerator<TarEntry> {
  const file = join(data, path);
  const stats = await stat(file).catch(unlessGone);
  if (!stats) return;
  const bytes = createReadStream(file, { highWaterMark: 262_144 });
  const opened = await new Promise<boolean>((resolve, reject) => {
    bytes.once('open', () => resolve(true));
    bytes.once('error', (error) =>
      errorCode(error) === 'ENOENT' ? resolve(false) : reject(error),
    );
  });
  if (opened) yield { path, size: stats.size, bytes };
}

async function readFolder(path: string) {
  return (await readdir(path, { withFileTypes: true }).catch(unlessGone)) ?? [];
}

function unlessGone(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
}
