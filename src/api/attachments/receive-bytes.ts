import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { bodyPiecesOf } from '../http/body-pieces.ts';

/** What arrived of a body: its bytes, and whether the line was cut before its end. */
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
): Promise<Received | 'tooLarge'> {
  const hash = createHash('sha256');
  let size = 0;
  let isCut = false;
  async function* receive(): AsyncGenerator<Uint8Array> {
    const pieces = bodyPiecesOf(request)[Symbol.asyncIterator]();
    for (;;) {
      const next = await pieces.next().catch(() => 'cut' as const);
      if (next === 'cut') isCut = true;
      if (next === 'cut' || next.done) return;
      size += next.value.length;
      if (size > most) return void (await pieces.return?.());
      hash.update(next.value);
      yield next.value;
    }
  }
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark: BUFFER });
  await pipeline(receive(), file);
  return size > most ? 'tooLarge' : { size, sha256: hash.digest('hex'), isCut };
}
