import type { FileValue } from '../../../fields/files/file-value.ts';
import { fileJson } from '../../schema/system-tables/file-tables.ts';
import type { QueryRunner } from '../../store.ts';
import { BLOB_CHANNEL } from './blob-work.ts';

/**
 * Says that an upload has these bytes, so that nobody removes them from the store of blobs meanwhile. Waits for somebody
 * who is removing them.
 */
export async function claimBlob(
  sql: QueryRunner,
  uploadId: string,
  { sha256, size }: { sha256: string; size: number },
): Promise<void> {
  await sql.query('update backoffice.uploads set sha256 = $2, touched_at = now() where id = $1', [
    uploadId,
    sha256,
  ]);
  await sql.query(
    `insert into backoffice.blobs (sha256, size) values ($1, $2)
     on conflict (sha256) do update set size = excluded.size`,
    [sha256, size],
  );
}

/** `charset`: the encoding of a text that is not in UTF-8. */
type NewFile = FileValue & { createdBy: string | null; charset?: string | undefined };

/**
 * Adds a file whose bytes are stored, and finishes its upload. False if somebody has cancelled the upload, or another
 * request has finished it.
 */
export async function insertFile(
  sql: QueryRunner,
  uploadId: string,
  { id, sha256, name, type, size, createdBy, charset }: NewFile,
  isScanned: boolean,
): Promise<boolean> {
  const isOpen = await sql.some(
    'select from backoffice.uploads where id = $1 and file is null for update',
    [uploadId],
  );
  if (!isOpen) return false;
  // Work that failed is tried again with each upload, unless the scanner has refused the bytes and was not asked again.
  await sql.query(
    `update backoffice.blobs set stored = true, scanned_at = case when $2 then now() else scanned_at end,
       charset = coalesce($3, charset) where sha256 = $1`,
    [sha256, isScanned, charset ?? null],
  );
  await sql.query(
    `update backoffice.blobs set work_state = 'waiting', work_attempts = 0, work_error = null, work_due = now()
      where sha256 = $1 and work_state = 'failed' and ($2 or work_error <> 'infected')`,
    [sha256, isScanned],
  );
  await sql.query(
    `insert into backoffice.files (id, sha256, name, type, size, created_by) values ($1, $2, $3, $4, $5, $6)`,
    [id, sha256, name, type, size, createdBy],
  );
  await sql.query('update backoffice.uploads set file = $2, touched_at = now() where id = $1', [
    uploadId,
    id,
  ]);
  await sql.query(`select pg_notify('${BLOB_CHANNEL}', '')`);
  return true;
}

/** The same bytes under a new id with another title; '' for none. Undefined if the file is gone. */
export async function copyFile(
  sql: QueryRunner,
  { id, of, title, createdBy }: { id: string; of: string; title: string; createdBy: string },
): Promise<FileValue | undefined> {
  const row = await sql.first<{ json: FileValue }>(
    `with f as (insert into backoffice.files (id, sha256, name, title, type, size, created_by)
       select $1, o.sha256, o.name, nullif($3, ''), o.type, o.size, $4 from backoffice.files o where o.id = $2
       returning *)
     select ${fileJson} as json from f`,
    [id, of, title, createdBy],
  );
  return row?.json;
}

/** A file that this person uploaded. */
export async function findOwnFile(
  sql: QueryRunner,
  id: string,
  userId: string,
): Promise<FileValue | undefined> {
  const row = await sql.first<{ json: FileValue }>(
    `select ${fileJson} as json from backoffice.files f where f.id = $1 and f.created_by = $2`,
    [id, userId],
  );
  return row?.json;
}

/** A file with this name and content that the same person, or the system, has stored. */
export async function findSameFile(
  sql: QueryRunner,
  { sha256, name, createdBy }: Pick<NewFile, 'sha256' | 'name' | 'createdBy'>,
): Promise<FileValue | undefined> {
  const row = await sql.first<{ json: FileValue }>(
    `select ${fileJson} as json from backoffice.files f
      where f.sha256 = $1 and f.name = $2 and f.created_by is not distinct from $3 order by f.created_at limit 1`,
    [sha256, name, createdBy],
  );
  return row?.json;
}

/** Contents that nobody gets: the virus scanner refused them, or has not checked them yet. */
export type WithheldBlob = { sha256: string; isInfected: boolean };

/**
 * The first of these contents that nobody gets, or undefined. What a scanner has refused stays so without one; what it
 * has not checked is only withheld while there `isScanner`.
 */
export async function findWithheld(
  sql: QueryRunner,
  hashes: readonly string[],
  isScanner: boolean,
): Promise<WithheldBlob | undefined> {
  if (hashes.length === 0) return undefined;
  return await sql.first<WithheldBlob>(
    `select sha256, work_error is not distinct from 'infected' as "isInfected" from backoffice.blobs
      where sha256 = any($1::text[]) and (work_error = 'infected' or ($2 and scanned_at is null))
      order by 2 desc limit 1`,
    [hashes, isScanner],
  );
}

/** The encoding of a text; undefined for UTF-8. */
export async function readCharset(sql: QueryRunner, sha256: string): Promise<string | undefined> {
  const charset = await sql.value<string | null | undefined>(
    'select charset from backoffice.blobs where sha256 = $1',
    [sha256],
  );
  return charset ?? undefined;
}
