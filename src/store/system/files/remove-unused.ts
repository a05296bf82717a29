import { mayRemoveFiles } from '../../connection/backup-locks.ts';
import type { Database } from '../../connection/database.ts';
import { quoteName } from '../../connection/sql.ts';
import type { BlobStore } from '../../blobs/blob-store.ts';
import { hasOwner } from './blob-owners.ts';
import { hasFile } from '../past/past-files.ts';
import type { QueryRunner } from '../../store.ts';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { statement } from '../../connection/statement.ts';

/** Few enough that no statement takes long, however much there is to remove. */
const BATCH = 1_000;

const DAY = 86_400_000;

/**
 * Removes what nobody needs: uses that the history no longer knows, and what is older than `before`, by default
 * 24 hours: files that no record has or had, uploads that stopped, and parts of uploads that are gone.
 * Then the bytes that no file has.
 */
export async function removeUnused(
  database: Database,
  blobs: BlobStore,
  descriptor: Descriptor,
  before = new Date(Date.now() - DAY),
): Promise<number> {
  const uses = await endUses(database, descriptor);
  const uploads = await countRows(
    database,
    'delete from backoffice.uploads where touched_at < $1',
    before,
  );
  await removeLeft(database, blobs, 'uploads', before);
  // Earlier versions had ZIPs of imports there.
  await removeLeft(database, blobs, 'imports', before);
  const files = await inBatches(() => countRows(database, unusedFiles, before));
  return uses + uploads + files + (await removeBlobs(database, blobs));
}

const unusedFiles = `delete from backoffice.files where id in (
  select f.id from backoffice.files f
   where f.created_at < $1
     and not exists (select from backoffice.file_uses u where u.file = f.id) limit ${BATCH})`;

/** A use in the history ends when no version of its record has the file. */
async function endUses(database: Database, { resources }: Descriptor): Promise<number> {
  // The tables of dropped collections and fields are gone, with the triggers that would say so.
  for (const { resource, field } of await database.rows<{ resource: string; field: string }>(
    'select distinct resource, field from backoffice.file_uses where current',
  ))
    if (
      !resources.get(resource)?.fields.get(field)?.kind.files &&
      !(await isKept(database, resource, field))
    )
      await database.query(
        'update backoffice.file_uses set current = false where resource = $1 and field = $2',
        [resource, field],
      );
  return await countRows(
    database,
    `delete from backoffice.file_uses u where not u.current and not exists (
       select from backoffice.history h where h.resource = u.resource and h.record_id = u.record
         and (${hasFile('h.before', 'u.field', 'u.file')} or ${hasFile('h.after', 'u.field', 'u.file')}))`,
  );
}

/** Whether the column is still there, though nobody declares it, or its table can come back. */
const isKept = statement.some<[resource: string, field: string]>(
  `select from pg_attribute where attname = $2 and not attisdropped
   and attrelid = any(array[to_regclass($1), to_regclass('backoffice_trash.' || $1)]::oid[])`,
  (resource, field) => [quoteName(resource), field],
);

/** The bytes in these folders are stored before the rows of their owners, and outlive them when a server is killed. */
async function removeLeft(
  sql: QueryRunner,
  blobs: BlobStore,
  folder: 'uploads' | 'imports',
  before: Date,
): Promise<void> {
  for await (const { key, at } of blobs.list(`${folder}/`))
    if (at < before && !(await hasOwner(sql, key))) await blobs.remove(key);
}

/** Of a blob `b`. */
const isLeft = `not exists (select from backoffice.files f where f.sha256 = b.sha256)
  and not exists (select from backoffice.uploads u where u.sha256 = b.sha256)
  and not exists (select from backoffice.job_files j where j.sha256 = b.sha256)`;

/**
 * Removes the bytes that no file, no upload and no job has. It holds the row of a blob while its bytes go, so that an upload of
 * the same bytes waits, and then stores them again. While a backup reads files, all stay.
 */
export async function removeBlobs(
  database: Database,
  blobs: BlobStore,
  only?: readonly string[],
): Promise<number> {
  return await inBatches(
    () =>
      database.transaction(
        async (sql) => {
          if (!(await mayRemoveFiles(sql))) return 0;
          const locked = await sql.rows<{ sha256: string }>(
            `select b.sha256 from backoffice.blobs b where ($1::text[] is null or b.sha256 = any($1)) and ${isLeft}
              limit ${BATCH / 10} for update of b skip locked`,
            [only ?? null],
          );
          // Somebody may have got one while its row was not locked yet, so this looks once more.
          const gone = await sql.rows<{ sha256: string }>(
            `delete from backoffice.blobs b where b.sha256 = any($1::text[]) and ${isLeft} returning b.sha256`,
            [locked.map(({ sha256 }) => sha256)],
          );
          for (const { sha256 } of gone) {
            for await (const { key } of blobs.list(`derived/${sha256}/`)) await blobs.remove(key);
            await blobs.remove(sha256);
          }
          return gone.length;
        },
        { timeout: 60_000, idleTimeout: 300_000 },
      ),
    BATCH / 10,
  );
}

async function inBatches(run: () => Promise<number>, batch = BATCH): Promise<number> {
  for (let sum = 0; ;) {
    const count = await run();
    sum += count;
    if (count < batch) return sum;
  }
}

async function countRows(sql: QueryRunner, text: string, ...values: unknown[]): Promise<number> {
  return (await sql.query(text, values)).rowCount ?? 0;
}
