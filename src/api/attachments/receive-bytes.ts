import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { bodyPiecesOf } from '../http/body-pieces.ts';
import { isTooSlow, type UploadLimits } from '../http/upload-limits.ts';

/** What arrived of a body: its bytes, and whether the line was cut or too slow before its end. */
export type Received = { size: number; sha256: string; isCut: boolean };

/** Written together, so that a fast sender does not wait for each piece. */
const BUFFER = 1_000_000;

/**
 * Writes the body of a request to a new file and hashes it on the way; it is never whole in memory. `most` bytes are
 * accepted: one more gives 'tooLarge'.
 */
export async function receiveBytes(
  request: Request,
  path: string,
  most: number,
  limits: UploadLimits,
): Promise<Received | 'tooLarge'> {
  const hash = createHash('sha256');
  let size = 0;
  let waited = 0;
  let isCut = false;
  const pieces = bodyPiecesOf(request)[Symbol.asyncIterator]();

  /** The next piece. Waits only as long as the limits allow. */
  async function next(): Promise<IteratorResult<Uint8Array> | 'cut'> {
    const start = performance.now();
    const { promise: idle, resolve } = Promise.withResolvers<'cut'>();
    const timer = setTimeout(() => resolve('cut'), limits.idle);
    try {
      return await Promise.race([pieces.next(), idle]);
    } catch {
      return 'cut';
    } finally {
      clearTimeout(timer);
      waited += performance.now() - start;
    }
  }

  async function* receive(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const piece = await next();
      isCut = piece === 'cut' || (!piece.done && isTooSlow(limits, size, waited));
      // It ends with the next piece, which may never come.
      if (isCut) void pieces.return?.().catch(() => undefined);
      if (piece === 'cut' || isCut || piece.done) return;
      size += piece.value.length;
      if (size > most) return void (await pieces.return?.());
      hash.update(piece.value);
      yield piece.value;
    }
  }
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark: BUFFER });
  await pipeline(receive(), file);
  return size > most ? 'tooLarge' : { size, sha256: hash.digest('hex'), isCut };
}
