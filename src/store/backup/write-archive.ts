import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BlobStore } from '../blobs/blob-store.ts';
import { beginBackup } from '../connection/backup-locks.ts';
import { openCopyConnection, type CopyConnection } from '../connection/copy-connection.ts';
import { keepTables } from '../schema/plan/change-tables.ts';
import { readUnreadFrom } from '../system/webhooks/resume-webhooks.ts';
import { readApplied } from '../schema/tables/applied-descriptor.ts';
import {
  backupKeys,
  toBackupName,
  type ArchivedTable,
  type Manifest,
  type Part,
  type TableLayout,
} from './archive.ts';
import {
  archiveFile,
  listContents,
  readFileLines,
  toFileLine,
  type ArchivedFile,
} from './archive-files.ts';
import { DamagedBackup, createPartWriter, storeBytes, type PartWriter } from './parts.ts';
import { readLayouts, readSequences } from './read-layout.ts';
import { toCopied } from './rebuild-tables.ts';
import { createRowDigest } from './row-digest.ts';
import type { Sealer } from './seal.ts';

export type ArchiveParts = {
  /** Of the database. */
  url: string;
  /** The store of files. */
  from: BlobStore;
  /** The store of backups. */
  to: BlobStore;
  sealer: Sealer;
  secret: string;
  /** Of the product. */
  version: string;
  /** Runs before anything is written, while no other backup of this database runs. */
  prepare(): Promise<void>;
  /** Is told now and then how far it is. */
  report(done: string): void;
};

export type MadeBackup = {
  name: string;
  rows: number;
  files: number;
  /** Files that no earlier backup has. */
  newFiles: number;
  /** What this backup takes in its store, without the files. */
  bytes: number;
  missing: string[];
  /** The moment that it shows, in RFC 3339, and the parts of its list of files. */
  at: string;
  list: Part[];
};

/** Files that wait for a store at the same time. */
const PARALLEL = 4;

/**
 * Makes a backup of all there is at one moment, while others keep writing. `busy`: another process makes one. A backup
 * that does not come to its end leaves parts without a manifest, which the next one removes.
 */
export async function writeArchive(parts: ArchiveParts): Promise<MadeBackup | 'busy' | 'empty'> {
  const connection = await openCopyConnection(parts.url);
  const list = join(parts.from.scratch, randomUUID());
  try {
    if (!(await beginBackup(connection))) return 'busy';
    await parts.prepare();
    return await writeLocked(parts, connection, list);
  } finally {
    await connection.close();
    await rm(list, { force: true });
  }
}

async function writeLocked(
  parts: ArchiveParts,
  connection: CopyConnection,
  list: string,
): Promise<MadeBackup | 'empty'> {
  const { from, to, sealer, secret, version, report } = parts;
  const end = await keepTables(connection);
  // Only now: the snapshot must not be older than the locks.
  await connection.query('begin isolation level repeatable read read only');
  const applied = await readApplied(connection);
  if (!applied?.declaration) return 'empty';
  const at = await connection.value<string>('select now()');
  const name = toBackupName(new Date(at));
  const writer = createPartWriter(to, sealer, backupKeys.of(name));
  const tables: ArchivedTable[] = [];
  for (const layout of await readLayouts(connection)) {
    tables.push(await writeTable(connection, writer, layout));
    report(`${layout.schema}.${layout.name}`);
  }
  const sequences = await readSequences(connection);
  const unread = await readUnreadFrom(connection);
  const count = await writeList(connection, sealer, list);
  // From here on the database is free; only the files have to stay.
  await connection.query('commit');
  await end();
  const copied = await copyFiles({ from, to, sealer, report }, list);
  const written = await writer.write(readFile(list));
  await storeBytes(to, backupKeys.blobNames(name), toNames(list));
  const files = { parts: written, ...count, missing: copied.missing };
  const manifest: Manifest = {
    format: 1,
    at,
    version,
    descriptor: applied.declaration,
    secret,
    tables,
    sequences,
    unread,
    files,
  };
  const stored = await checkStored(to, name, manifest);
  const text = Buffer.from(JSON.stringify(manifest));
  const last = await writer.writeWhole('manifest', Readable.from([text]));
  const bytes = stored + last.size;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return {
    name,
    rows,
    files: count.count,
    newFiles: copied.stored,
    bytes,
    missing: copied.missing,
    at: new Date(at).toISOString(),
    list: written,
  };
}

/** Writes the rows as PostgreSQL copies them, and what they were. */
async function writeTable(
  connection: CopyConnection,
  writer: PartWriter,
  layout: TableLayout,
): Promise<ArchivedTable> {
  const digest = createRowDigest();
  const rows = connection.copyOut(`copy ${toCopied(layout)} to stdout`);
  const seen = async function* (): AsyncGenerator<Buffer> {
    for await (const piece of rows as AsyncIterable<Buffer>) {
      digest.add(piece);
      yield piece;
    }
  };
  const parts = await writer.write(seen());
  return { ...layout, ...digest.end(), parts };
}

/** Writes the list of files to this disk, since nobody knows how long it is. */
async function writeList(connection: CopyConnection, sealer: Sealer, path: string) {
  const done = { count: 0, bytes: 0 };
  const lines = async function* (): AsyncGenerator<string> {
    for await (const { sha256, size } of listContents(connection)) {
      done.count += 1;
      done.bytes += size;
      yield toFileLine({ name: sealer.nameOf(sha256), sha256, size });
    }
  };
  await pipeline(Readable.from(lines()), createWriteStream(path, { mode: 0o600, flags: 'wx' }));
  return done;
}

function readFile(path: string): AsyncIterable<Buffer> {
  return createReadStream(path) as AsyncIterable<Buffer>;
}

function toNames(list: string): Readable {
  const names = async function* (): AsyncGenerator<Buffer> {
    for await (const { name } of readFileLines(readFile(list))) yield Buffer.from(`${name}\n`);
  };
  return Readable.from(names(), { objectMode: false });
}

async function copyFiles(
  stores: Pick<ArchiveParts, 'from' | 'to' | 'sealer' | 'report'>,
  list: string,
): Promise<{ stored: number; missing: string[] }> {
  const done = { stored: 0, missing: [] as string[] };
  const files = readFileLines(readFile(list));
  const copyInTurn = async (): Promise<void> => {
    for (;;) {
      const next: IteratorResult<ArchivedFile, void> = await files.next();
      if (next.done) return;
      const outcome = await archiveFile(stores, next.value);
      if (outcome === 'stored') done.stored += 1;
      if (outcome === 'missing') done.missing.push(next.value.sha256);
      stores.report('files');
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, copyInTurn));
  return done;
}

/** Checks that everything is in the store before the manifest says so. Returns how many bytes it is. */
async function checkStored(
  to: BlobStore,
  name: string,
  { tables, files }: Pick<Manifest, 'tables' | 'files'>,
): Promise<number> {
  const sizes = new Map<string, number>();
  for await (const { key, size } of to.list(backupKeys.of(name))) sizes.set(key, size);
  for (const part of [...tables.flatMap(({ parts }) => parts), ...files.parts])
    if (sizes.get(backupKeys.part(name, part.name)) !== part.size)
      throw new DamagedBackup(
        `${backupKeys.part(name, part.name)} is not in ${to.place} as it was written`,
      );
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}
