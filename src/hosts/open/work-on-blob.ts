import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pictureKey } from '../../api/http/answer/answer-blob.ts';
import type { ApiServices } from '../../api/api-services.ts';
import { hasWords } from '../../fields/files/file-settings.ts';
import { pictureSizes, type PictureSize } from '../../files/media/media-job.ts';
import { hasPicture } from '../../files/media/open-media.ts';
import type { Connections } from '../../store/connection/connection.ts';
import { removeText, storeText } from '../../store/system/files/blob-texts.ts';
import { storeWork, type BlobWork, type WorkFailure } from '../../store/system/files/blob-work.ts';

export type WorkServices = Pick<ApiServices, 'blobs' | 'media' | 'scan'> & {
  database: Connections;
};

/** How the work on a blob ended; `later`: for a reason that is not the file's. */
export type WorkOutcome = 'done' | 'later' | { failed: WorkFailure };

const sizes = Object.keys(pictureSizes) as PictureSize[];

/**
 * Does what is still to be done with a blob: lets the scanner check it, makes its pictures, reads its text. Each result
 * is stored as soon as it is there, so that no attempt repeats it.
 */
export async function workOnBlob(services: WorkServices, work: BlobWork): Promise<WorkOutcome> {
  const { blobs, scan } = services;
  const { sha256, type } = work;
  const ownScan = work.isScanned ? undefined : scan;
  const needsText = hasWords(type) && !work.isTextRead;
  if (!ownScan && !needsText && !hasPicture(type)) return 'done';
  const path = join(blobs.scratch, randomUUID());
  try {
    const bytes = await blobs.read(sha256);
    if (!bytes) return { failed: 'missing' };
    await pipeline(bytes, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
    const scanned = ownScan ? await storeVerdict(services, work, await ownScan(path)) : 'done';
    if (scanned !== 'done') return scanned;
    const drawn = hasPicture(type) ? await makePictures(services, work, path, type) : 'done';
    const read = needsText ? await readText(services, work, path, type) : 'done';
    return drawn === 'done' ? read : drawn;
  } finally {
    await rm(path, { force: true });
  }
}

/** Nothing of an infected file stays that others could see, except for its bytes, which nobody gets. */
async function storeVerdict(
  { database, blobs }: WorkServices,
  work: BlobWork,
  verdict: 'clean' | 'infected' | 'failed',
): Promise<WorkOutcome> {
  if (verdict === 'failed') return 'later';
  const isStored = await storeWork(database, work, async (sql) => {
    if (verdict === 'clean')
      await sql.query('update backoffice.blobs set scanned_at = now() where sha256 = $1', [
        work.sha256,
      ]);
    else {
      await removeText(sql, work.sha256);
      for (const size of sizes) await blobs.remove(pictureKey(work.sha256, size));
    }
  });
  if (!isStored) return 'later';
  return verdict === 'clean' ? 'done' : { failed: 'infected' };
}

async function makePictures(
  { database, blobs, media }: WorkServices,
  work: BlobWork,
  path: string,
  type: string,
): Promise<WorkOutcome> {
  for (const size of sizes) {
    const key = pictureKey(work.sha256, size);
    if ((await blobs.sizeOf(key)) !== undefined) continue;
    const to = `${path}.webp`;
    try {
      const result = await media.picture(path, type, to, size);
      if (result === false) return 'done';
      if (result !== true) return result;
      const bytes = (await stat(to)).size;
      if (!(await storeWork(database, work, () => blobs.put(key, to, bytes)))) return 'later';
    } finally {
      await rm(to, { force: true });
    }
  }
  return 'done';
}

async function readText(
  { database, media }: WorkServices,
  work: BlobWork,
  path: string,
  type: string,
): Promise<WorkOutcome> {
  const result = await media.text(path, type);
  if ('failed' in result) return result;
  const isStored = await storeWork(database, work, (sql) =>
    storeText(sql, work.sha256, result.pages),
  );
  return isStored ? 'done' : 'later';
}
