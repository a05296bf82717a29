import { randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { BlobStore } from '../../blobs/blob-store.ts';
import type { Database } from '../../connection/database.ts';
import { hashOf } from '../files/copy-blobs.ts';
import { storeJobFiles, type NewJobFile } from './job-file.ts';

type Stores = { database: Database; blobs: BlobStore };

/**
 * Moves the files of jobs to where this version has them. Earlier ones stored the table in pieces in the database, and the
 * ZIP under the ID of the job. It may stop halfway, or run on several servers: then the files that are left move next time.
 */
export async function moveJobFiles({ database, blobs }: Stores): Promise<number> {
  const jobs = await database.rows<{ job: string }>(
    'select distinct job from backoffice.job_chunks order by 1',
  );
  for (const { job } of jobs) {
    const folder = join(blobs.scratch, randomUUID());
    const [table, zip] = [`${folder}.table`, `${folder}.zip`];
    const zipKey = `imports/${job}`;
    try {
      const files = [await saveTo('table', table, Readable.from(readPieces(database, job)))];
      const packed = await blobs.read(zipKey);
      if (packed) files.push(await saveTo('zip', zip, packed));
      await storeJobFiles({ database, blobs }, job, files);
      await database.query('delete from backoffice.job_chunks where job = $1', [job]);
      await blobs.remove(zipKey);
    } finally {
      await Promise.all([table, zip].map((path) => rm(path, { force: true })));
    }
  }
  return jobs.length;
}

async function saveTo(
  part: NewJobFile['part'],
  path: string,
  bytes: Readable,
): Promise<NewJobFile> {
  const sha256 = await hashOf(bytes, path);
  return { part, path, sha256, size: (await stat(path)).size };
}

async function* readPieces(database: Database, job: string): AsyncGenerator<Buffer> {
  for (let at = 0; ; at += 1) {
    const bytes = await database.value<Buffer | undefined>(
      'select bytes from backoffice.job_chunks where job = $1 and at = $2',
      [job, at],
    );
    if (!bytes) return;
    yield bytes;
  }
}
