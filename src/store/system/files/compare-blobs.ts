import { isContentKey, type BlobStore } from '../../blobs/blob-store.ts';
import type { Database } from '../../connection/database.ts';
import type { QueryRunner } from '../../store.ts';
import { hasOwner } from './blob-owners.ts';
import { knownBlobs } from './known-blobs.ts';
import { removeBlobs } from './remove-unused.ts';
import { statement } from '../../connection/statement.ts';

export type BlobComparison = {
  /** Contents that are as the database expects them. */
  sound: number;
  /** Contents that are missing, or have another size, with the names of some files that need them. */
  missing: { sha256: string; size: number; found?: number; names: string[] }[];
  /** What the database does not know. */
  extra: { key: string; size: number }[];
};

/** Files whose names show what a missing blob was. */
const NAMES = 5;

/** Compares the store of blobs with what the database expects in it. Work in between is no difference. */
export async function compareBlobs(sql: QueryRunner, blobs: BlobStore): Promise<BlobComparison> {
  const stored = new Map<string, number>();
  const others: BlobComparison['extra'] = [];
  for await (const { key, size } of blobs.list(''))
    if (isContentKey(key)) stored.set(key, size);
    else others.push({ key, size });

  const done: BlobComparison = { sound: 0, missing: [], extra: [] };
  for await (const { sha256, size } of knownBlobs(sql)) {
    // Stored since the list was read, or removed.
    const storedSize = stored.get(sha256) ?? (await blobs.sizeOf(sha256));
    if (storedSize === size) done.sound += 1;
    else if (await isKnownBlob(sql, sha256))
      done.missing.push({
        sha256,
        size,
        ...(storedSize !== undefined && { found: storedSize }),
        names: await namesOf(sql, sha256),
      });
    stored.delete(sha256);
  }
  // The row of a blob is there before its bytes, so that these are nobody's.
  for (const [key, size] of stored)
    if (!(await isKnownBlob(sql, key))) done.extra.push({ key, size });
  for (const other of others) if (!(await hasOwner(sql, other.key))) done.extra.push(other);
  return done;
}

/** Whether the database has a file with these bytes. */
export const isKnownBlob = statement.some<[sha256: string]>(
  'select from backoffice.blobs where sha256 = $1',
);

async function namesOf(sql: QueryRunner, sha256: string): Promise<string[]> {
  const rows = await sql.rows<{ name: string }>(
    `select distinct name from backoffice.files where sha256 = $1 order by 1 limit ${NAMES}`,
    [sha256],
  );
  return rows.map(({ name }) => name);
}

/**
 * Removes what the database does not know. Contents first get a row and are then removed as unused, by the code that
 * makes an upload of the same bytes wait.
 */
export async function removeExtra(
  database: Database,
  blobs: BlobStore,
  extra: BlobComparison['extra'],
): Promise<void> {
  for (const { key, size } of extra) {
    const [kind = '', of = ''] = key.split('/');
    const sha256 = isContentKey(kind) ? kind : of;
    if (!isContentKey(sha256)) {
      await blobs.remove(key);
      continue;
    }
    await database.query(
      'insert into backoffice.blobs (sha256, size) values ($1, $2) on conflict do nothing',
      [sha256, size],
    );
    await removeBlobs(database, blobs, [sha256]);
  }
}
