import { refuseWithheld } from '../../../services/files/refuse-withheld.ts';
import type { FileValue } from '../../../fields/files/file-value.ts';
import { problem } from '../../../fields/problems/problem.ts';
import { pictureSizes, type PictureSize } from '../../../files/media/media-job.ts';
import { hasPicture } from '../../../files/media/open-media.ts';
import { isWorkWaiting } from '../../../store/system/files/blob-work.ts';
import { BlobFailure, type BlobRange, type BlobStore } from '../../../store/blobs/blob-store.ts';
import { findWithheld, readCharset } from '../../../store/system/files/stored-files.ts';
import { answerEmpty, type Reply } from './answer.ts';
import type { Call } from '../call.ts';
import { contentDisposition } from './content-disposition.ts';
import { matchesEtag } from './etag.ts';
import { isLink, linkParameters } from './file-links.ts';
import { limitDownload } from './file-streams.ts';
import { createQueryReader } from '../query-reader.ts';
import { refuse, refuseQuery } from '../../../services/refusal.ts';
import { yieldDownloadTurn } from '../take-turns.ts';

/** The key of a picture that was made of contents. */
export function pictureKey(sha256: string, size: PictureSize): string {
  return `derived/${sha256}/${size}.webp`;
}

const sizes = Object.keys(pictureSizes) as PictureSize[];
const inline = /^(image\/(png|apng|jpeg|gif|webp|avif)|application\/pdf|(audio|video)\/[\w.+-]+)$/;
const texts = /^text\/(plain|csv|markdown)$/;

/**
 * Answers with the bytes of a file that the caller may read: all of them or a range, or a picture that was made of it.
 * Only types that cannot run anything are shown in place; HTML, SVG and everything unknown are downloads.
 */
export async function answerBlob(
  call: Call,
  file: FileValue,
  caching = isLink(call.query) ? 'private, max-age=1200, immutable' : 'private, no-cache',
): Promise<Reply> {
  const reader = createQueryReader(call.query);
  const [size] = reader.list('size', sizes);
  const [download] = reader.list('download', ['true', 'false']);
  for (const name of linkParameters) reader.text(name);
  const problems = reader.problems();
  if (problems.length > 0) return refuseQuery(problems);
  const { blobs, scan, database } = call.services;
  const withheld = await findWithheld(database, [file.sha256], scan !== undefined);
  if (withheld) return refuseWithheld(withheld);
  const { key, etag, type } = variantOf(file, size);
  const cache = {
    ETag: etag,
    // A link is another address in a few minutes; without one, the right is asked for again each time.
    'Cache-Control': caching,
  };
  if (matchesEtag(call.request.headers.get('If-None-Match'), etag))
    return answerEmpty(call, 304, cache);
  const whole = size ? await blobs.sizeOf(key) : file.size;
  if (whole === undefined) return await answerWithoutPicture(call, file);
  const range = readRange(call.request, whole, etag);
  if (range === 'unsatisfiable')
    return refuse(problem('Q027', 'Range', { size: whole }), {
      headers: { 'Content-Range': `bytes */${whole}` },
    });
  const charset = texts.test(file.type) ? await readCharset(database, file.sha256) : undefined;
  const headers = {
    ...cache,
    ...typeHeaders({ ...file, type }, download === 'true', charset),
    'Accept-Ranges': 'bytes',
    ...lengthHeaders(range, whole),
  };
  const source = readPieces(blobs, key, range);
  return await limitDownload(call, { source, headers, status: range ? 206 : 200 });
}

/** The file itself, or a picture that was made of it. */
function variantOf({ sha256, type }: FileValue, size: PictureSize | undefined) {
  if (size === undefined) return { key: sha256, etag: `"${sha256}"`, type };
  return { key: pictureKey(sha256, size), etag: `"${sha256}-${size}"`, type: 'image/webp' };
}

function lengthHeaders(range: BlobRange | undefined, whole: number): Record<string, string> {
  if (!range) return { 'Content-Length': String(whole) };
  const { start, end } = range;
  return {
    'Content-Length': String(end - start + 1),
    'Content-Range': `bytes ${start}-${end}/${whole}`,
  };
}

/** A picture that may still be made is no error: browsers report those of pages that ask for it. */
async function answerWithoutPicture(call: Call, { sha256, type }: FileValue): Promise<Reply> {
  const isComing =
    hasPicture(type) && (await isWorkWaiting(call.services.database.primaryOrReplica, sha256));
  return isComing
    ? answerEmpty(call, 204, { 'Cache-Control': 'no-store', 'Retry-After': '3' })
    : refuse(problem('S001', 'size'));
}

/** Opens the bytes when the first piece is asked for, so that nothing is open for a reader who has left. */
async function* readPieces(
  blobs: BlobStore,
  key: string,
  range: BlobRange | undefined,
): AsyncGenerator<Uint8Array> {
  const bytes = await blobs.read(key, range);
  if (!bytes) throw new BlobFailure('unreachable', `the store has no ${key}`);
  try {
    for await (const piece of bytes as AsyncIterable<Uint8Array>) {
      await yieldDownloadTurn();
      yield piece;
    }
  } finally {
    bytes.destroy();
  }
}

function typeHeaders({ name, type }: FileValue, isDownload: boolean, charset = 'utf-8') {
  const isShown = inline.test(type) || texts.test(type);
  const sent = texts.test(type) ? `text/plain; charset=${charset}` : type;
  return {
    'Content-Type': isShown ? sent : 'application/octet-stream',
    'Content-Disposition': contentDisposition(
      isShown && !isDownload ? 'inline' : 'attachment',
      name,
    ),
  };
}

/** The one range that a request asks for; several, and one for another version, give the whole. */
function readRange(
  { headers }: Request,
  size: number,
  etag: string,
): BlobRange | 'unsatisfiable' | undefined {
  const given = headers.get('Range');
  const only = headers.get('If-Range');
  if (given === null || (only !== null && only !== etag)) return undefined;
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(given.trim()) ?? [];
  if (!first && !last) return undefined;
  // Without a first byte, the last ones are meant.
  const start = first ? Number(first) : Math.max(0, size - Number(last));
  const until = first && last ? Number(last) : Infinity;
  if (until < start) return undefined;
  const end = Math.min(until, size - 1);
  return start > end ? 'unsatisfiable' : { start, end };
}
