import { Readable } from 'node:stream';
import type { JobFile } from '../../../contract/jobs.ts';
import { BlobFailure, type BlobStore } from '../../blobs/blob-store.ts';
import type { Database } from '../../connection/database.ts';
import type { QueryRunner } from '../../store.ts';
import { removeBlobs } from '../files/remove-unused.ts';
import { statement } from '../../connection/statement.ts';

/** Progress counts what the reader has asked for; a whole piece would count rows too early. */
const SLICE = 65_536;

/** What a job has stored: the table that it imports, and the ZIP that the table was in. */
type JobPart = 'table' | 'zip';

/** A file on disk that a job needs. The store of files may move it away. */
export type NewJobFile = { part: JobPart; path: string; size: number; sha256: string };

type Stores = { database: Database; blobs: BlobStore };

/** What is read of a job, which only takes a query. */
type Readers = { database: QueryRunner; blobs: BlobStore };

/**
 * Stores the files of a job that is inserted afterwards. They lie in the store of files and not in the database, whose
 * log would get all their bytes: everybody who saves a record waits for that log.
 */
export async function storeJobFiles(
  { database, blobs }: Stores,
  job: string,
  files: readonly NewJobFile[],
): Promise<void> {
  const hashes = files.map(({ sha256 }) => sha256);
  await database.transaction(async (sql) => {
    // Waits for somebody who is removing the same bytes.
    await sql.query(
      `insert into backoffice.blobs (sha256, size)
       select sha256, min(size) from unnest($1::text[], $2::bigint[]) n(sha256, size) group by 1 order by 1
       on conflict (sha256) do update set size = excluded.size`,
      [hashes, files.map(({ size }) => size)],
    );
    await sql.query(
      `insert into backoffice.job_files (job, part, sha256) select $1, * from unnest($2::text[], $3::text[])
       on conflict do nothing`,
      [job, files.map(({ part }) => part), hashes],
    );
  });
  for (const { sha256, path, size } of files) await blobs.put(sha256, path, size);
  await database.query(
    `with stored as (update backoffice.blobs set stored = true where sha256 = any($2::text[]))
     update backoffice.job_files set at = now() where job = $1`,
    [job, hashes],
  );
}

type NewJob = {
  id: string;
  resource: string;
  createdBy: string;
  apiKey: string | null;
  workbook?: string;
  file: JobFile;
};

/** Adds a job that may start. */
export const insertJob = statement.run<[job: NewJob]>(
  `insert into backoffice.jobs (id, resource, created_by, api_key, workbook, file)
   values ($1, $2, $3, $4, $5, $6)`,
  ({ id, resource, createdBy, apiKey, workbook, file }) => [
    id,
    resource,
    createdBy,
    apiKey,
    workbook ?? null,
    JSON.stringify(file),
  ],
);

/** Gives a job the files of another one that it does not have. They outlive the other job. */
export const shareJobFiles = statement.run<[from: string, to: string]>(
  `insert into backoffice.job_files (job, part, sha256)
   select $2, part, sha256 from backoffice.job_files where job = $1 on conflict do nothing`,
);

/** The bytes of the file as they arrived, a piece at a time; none once the file of the job is gone. */
export async function* readJobFile(
  readers: Readers,
  id: string,
  seen: (bytes: number) => void = () => {},
): AsyncGenerator<Uint8Array> {
  const stored: AsyncIterable<Buffer> =
    (await openJobFile(readers, id, 'table')) ?? Readable.from([]);
  for await (const bytes of stored)
    for (let from = 0; from < bytes.length; from += SLICE) {
      const slice = bytes.subarray(from, from + SLICE);
      yield slice;
      seen(slice.length);
    }
}

/** A file of a job, which the caller reads to its end or destroys; undefined if the job has none, or no longer. */
export async function openJobFile(
  { database, blobs }: Readers,
  id: string,
  part: JobPart,
): Promise<Readable | undefined> {
  const sha256 = await database.value<string | undefined>(
    'select sha256 from backoffice.job_files where job = $1 and part = $2',
    [id, part],
  );
  if (sha256 === undefined) return undefined;
  const bytes = await blobs.read(sha256);
  if (!bytes) throw new BlobFailure('unreachable', `the store has no ${sha256} of the job ${id}`);
  return bytes;
}

/** Deletes a job with its files. */
export async function deleteJob({ database, blobs }: Stores, id: string): Promise<void> {
  const gone = await database.rows<{ sha256: string }>(
    `with job as (delete from backoffice.jobs where id = $1)
     delete from backoffice.job_files where job = $1 returning sha256`,
    [id],
  );
  const hashes = gone.map(({ sha256 }) => sha256);
  if (hashes.length > 0) await removeBlobs(database, blobs, hashes);
}
