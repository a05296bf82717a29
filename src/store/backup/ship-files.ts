import { Readable } from 'node:stream';
import type { BlobStore } from '../blobs/blob-store.ts';
import type { QueryRunner } from '../store.ts';
import { archiveFile, toFileLine, type ArchivedFile } from './archive-files.ts';
import { momentKeys } from './moment-keys.ts';
import { storeBytes, storeSealed } from './parts.ts';
import type { Sealer } from './seal.ts';

/** Minutes for which a transaction with a new file may have lasted. */
const OVERLAP = 60;

/**
 * Copies files that came since a time and that are not in `shippedHashes`, to which it adds them, and writes a list of them.
 * Returns how many there were.
 */
export async function shipFiles(
  sql: QueryRunner,
  stores: { from: BlobStore; to: BlobStore; sealer: Sealer },
  { chain, since, shippedHashes }: { chain: string; since: Date; shippedHashes: Set<string> },
): Promise<number> {
  const { to, sealer } = stores;
  const at = new Date();
  const blobs = await sql.rows<{ sha256: string; size: number }>(
    `select b.sha256, b.size::float8 as size from backoffice.blobs b
      where b.stored and b.sha256 in (
        select sha256 from backoffice.files where created_at > $1::timestamptz - make_interval(mins => ${OVERLAP})
        union select sha256 from backoffice.job_files where at > $1::timestamptz - make_interval(mins => ${OVERLAP}))`,
    [since],
  );
  const copied: ArchivedFile[] = [];
  for (const { sha256, size } of blobs.filter((each) => !shippedHashes.has(each.sha256))) {
    const file = { name: sealer.nameOf(sha256), sha256, size };
    if ((await archiveFile(stores, file)) !== 'missing') copied.push(file);
  }
  if (copied.length > 0) {
    // The list first: without it, the names only keep files that nobody finds.
    const lines = Buffer.from(copied.map(toFileLine).join(''));
    await storeSealed(to, sealer, momentKeys.list(chain, at), Readable.from([lines]));
    const names = Buffer.from(copied.map(({ name }) => `${name}\n`).join(''));
    await storeBytes(to, momentKeys.names(chain, at), Readable.from([names]));
  }
  for (const { sha256 } of copied) shippedHashes.add(sha256);
  return copied.length;
}
