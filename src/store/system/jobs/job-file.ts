import type { JobFile } from '../../../contract/jobs.ts';
import type { QueryRunner } from '../../store.ts';

const PIECE = 1_048_576;
const SLICE = 65_536;

/** Where the store of files has the ZIP of a job; the database has the table that is in it. */
export function jobZipKey(job: string): string {
  return `imports/${job}`;
}

type NewJob = {
  id: string;
  resource: string;
  createdBy: string;
  apiKey: string | null;
  file: JobFile;
};

/** Stores a file as a job that may start. Run it in a transaction, because half a file is useless. */
export async function insertJob(
  sql: QueryRunner,
  { id, resource, createdBy, apiKey, file }: NewJob,
  chunks: AsyncIterable<Uint8Array>,
): Promise<void> {
  await sql.query(
    'insert into backoffice.jobs (id, resource, created_by, api_key, file) values ($1, $2, $3, $4, $5)',
    [id, resource, createdBy, apiKey, JSON.stringify(file)],
  );
  let at = 0;
  const insert = 'insert into backoffice.job_chunks (job, at, bytes) values ($1, $2, $3)';
  for await (const piece of toPieces(chunks)) await sql.query(insert, [id, at++, piece]);
}

/** The bytes of the file as they arrived, a piece at a time. */
export async function* readJobFile(
  sql: QueryRunner,
  id: string,
  seen: (bytes: number) => void = () => {},
): AsyncGenerator<Uint8Array> {
  for (let at = 0; ; at++) {
    const bytes = await sql.value<Uint8Array | undefined>(
      'select bytes from backoffice.job_chunks where job = $1 and at = $2',
      [id, at],
    );
    if (!bytes) return;
    // Progress counts what the reader has asked for; a whole piece would count rows too early.
    for (let from = 0; from < bytes.length; from += SLICE) {
      const slice = bytes.subarray(from, from + SLICE);
      yield slice;
      seen(slice.length);
    }
  }
}

async function* toPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    size += chunk.length;
    if (size < PIECE) continue;
    yield Buffer.concat(parts);
    parts = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(parts);
}
