import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Job } from '../../contract/jobs.ts';
import { BlobFailure, type BlobStore } from '../../store/blobs/blob-store.ts';
import { jobZipKey } from '../../store/system/jobs/job-file.ts';
import { openZip, type OpenedZip } from './read-zip.ts';

/**
 * Copies the ZIP of a job from the store to this machine and opens the copy. `close` removes it. Returns undefined if the
 * job has no ZIP.
 */
export async function openJobZip(
  blobs: BlobStore,
  { id, file: { archive } }: Pick<Job, 'id' | 'file'>,
): Promise<OpenedZip | undefined> {
  if (!archive) return undefined;
  const path = await copyToScratch(blobs, id);
  try {
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

/** Copies the ZIP of a job, if it has one, for another job. */
export async function copyJobZip(
  blobs: BlobStore,
  { id, file: { archive } }: Pick<Job, 'id' | 'file'>,
  to: string,
): Promise<void> {
  if (!archive) return;
  const path = await copyToScratch(blobs, id);
  try {
    await blobs.put(jobZipKey(to), path, archive.size);
  } finally {
    await rm(path, { force: true });
  }
}

/** A copy of the ZIP of a job on this machine, which the caller removes. */
async function copyToScratch(blobs: BlobStore, id: string): Promise<string> {
  const path = join(blobs.scratch, randomUUID());
  try {
    const bytes = await blobs.read(jobZipKey(id));
    if (!bytes) throw new BlobFailure('unreachable', `the store has no ${jobZipKey(id)}`);
    await pipeline(bytes, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
    return path;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
