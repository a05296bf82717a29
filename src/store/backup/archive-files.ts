import { requireLast } from '../../fields/require-entry.ts';
import { createHash, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { BlobStore } from '../blobs/blob-store.ts';
import type { QueryRunner } from '../store.ts';
import { backupKeys } from './archive.ts';
import { hashOf } from '../system/files/copy-blobs.ts';
import { DamagedBackup, storeBytes, toDamage } from './parts.ts';
import type { Opener, Sealer } from './seal.ts';

/** The bytes of a file: under which name a backup has them, and their size. */
export type ArchivedFile = { name: string; sha256: string; size: number };

const PAGE = 1_000;

/** The contents that files and jobs have, as the transaction sees them, in the order of their SHA-256. */
export async function* listContents(
  sql: QueryRunner,
): AsyncGenerator<Pick<ArchivedFile, 'sha256' | 'size'>> {
  for (let after = ''; ;) {
    const page = await sql.rows<Pick<ArchivedFile, 'sha256' | 'size'>>(
      `select b.sha256, b.size::float8 as size from backoffice.blobs b
        where b.stored and b.sha256 > $1
          and (exists (select from backoffice.files f where f.sha256 = b.sha256)
            or exists (select from backoffice.job_files j where j.sha256 = b.sha256))
        order by b.sha256 limit ${PAGE}`,
      [after],
    );
    yield* page;
    if (page.length < PAGE) return;
    after = requireLast(page).sha256;
  }
}

export function toFileLine({ name, sha256, size }: ArchivedFile): string {
  return `${name} ${sha256} ${size}\n`;
}

/** Reads the list of files, a line at a time. */
export async function* readFileLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<ArchivedFile> {
  const lines = createInterface({ input: Readable.from(bytes, { objectMode: false }) });
  for await (const line of lines) {
    const [name = '', sha256 = '', size] = line.split(' ');
    yield { name, sha256, size: Number(size) };
  }
}

/**
 * Stores the bytes of a file in the backup store, unless an earlier backup has. `missing`: the store of files does not
 * have them, or has others.
 */
export async function archiveFile(
  { from, to, sealer }: { from: BlobStore; to: BlobStore; sealer: Sealer },
  { name, sha256 }: ArchivedFile,
): Promise<'stored' | 'there' | 'missing'> {
  const key = backupKeys.blob(name);
  if ((await to.sizeOf(key)) !== undefined) return 'there';
  const bytes = await from.read(sha256);
  if (!bytes) return 'missing';
  const hash = createHash('sha256');
  const measure = async function* (pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      hash.update(piece);
      yield piece;
    }
  };
  const measured = Readable.from(measure(bytes as AsyncIterable<Buffer>), { objectMode: false });
  let isSound = false;
  // Once it is stored, nobody looks again.
  await storeBytes(to, key, await sealer.seal(measured), () => {
    isSound = hash.digest('hex') === sha256;
    return isSound;
  });
  return isSound ? 'stored' : 'missing';
}

/** Brings the bytes of a file back, unless they are there. */
export async function restoreFile(
  { from, to, open }: { from: BlobStore; to: BlobStore; open: Opener },
  file: ArchivedFile,
): Promise<boolean> {
  if ((await to.sizeOf(file.sha256)) === file.size) return false;
  const path = join(to.scratch, randomUUID());
  try {
    await readArchived(from, open, file, path);
    await to.put(file.sha256, path, file.size);
    return true;
  } finally {
    await rm(path, { force: true });
  }
}

/** Checks that the backup store has the bytes of a file, and that they are the right ones; writes them to `path`. */
export async function readArchived(
  from: BlobStore,
  open: Opener,
  { name, sha256 }: ArchivedFile,
  path?: string,
): Promise<void> {
  const key = backupKeys.blob(name);
  const bytes = await from.read(key);
  if (!bytes) throw new DamagedBackup(`${key} is missing in ${from.place}`);
  let actual: string;
  try {
    actual = await hashOf(await open(bytes), path);
  } catch (error) {
    throw toDamage(error, from, key);
  }
  if (actual !== sha256) throw new DamagedBackup(`${key} in ${from.place} is damaged`);
}
