import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Job } from '../../contract/jobs.ts';
import { BlobFailure } from '../../store/blobs/blob-store.ts';
import { openJobFile } from '../../store/system/jobs/job-file.ts';
import type { Services } from '../acting.ts';
import { openZip, type OpenedZip } from './read-zip.ts';

/**
 * Copies the ZIP of a job from the store to this machine and opens the copy. `close` removes it. Returns undefined if the
 * job has no ZIP.
 */
export async function openJobZip(
  services: Pick<Services, 'blobs' | 'database'>,
  { id, file: { archive } }: Pick<Job, 'id' | 'file'>,
): Promise<OpenedZip | undefined> {
  if (!archive) return undefined;
  const path = join(services.blobs.scratch, randomUUID());
  try {
    const bytes = await openJobFile(services, id, 'zip');
    if (!bytes) throw new BlobFailure('unreachable', `the ZIP of the job ${id} is gone`);
    await pipeline(bytes, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
    const zip = await openZip(path, archive.size);
    if ('code' in zip) throw new Error(`the ZIP of the job ${id} has changed: ${zip.message}`);
    return {
      ...zip,
      close() {
        zip.close();
        void rm(path, { force: true });
      },
    };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
