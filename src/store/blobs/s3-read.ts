import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/** Connections that may be cut, one after another, before a read gives up. */
const CUTS = 3;

type Parts = {
  /** Of the first byte in the blob. */
  start: number;
  /** Asks for the rest, from a byte of the blob. */
  resume(at: number): Promise<IncomingMessage>;
  toFailure(error: Error): Error;
};

/**
 * The bytes of a blob, even if the connection is cut: then the rest comes over another one. Stops asking
 * as soon as it is destroyed.
 */
export function readThrough(first: IncomingMessage, { start, resume, toFailure }: Parts): Readable {
  let response = first;
  let at = start;
  let cuts = 0;
  const stream = new Readable({
    read: () => void response.resume(),
    destroy(error, done) {
      response.destroy();
      done(error);
    },
  });

  function follow(next: IncomingMessage): void {
    response = next;
    if (stream.destroyed) return void response.destroy();
    response.on('data', (bytes: Uint8Array) => {
      at += bytes.length;
      cuts = 0;
      if (!stream.push(bytes)) response.pause();
    });
    response.on('end', () => stream.push(null));
    response.on('error', (error) => void recover(error));
  }

  async function recover(error: Error): Promise<void> {
    if (stream.destroyed) return;
    try {
      cuts += 1;
      if (cuts > CUTS) throw toFailure(error);
      follow(await resume(at));
    } catch (failure) {
      stream.destroy(failure as Error);
    }
  }

  follow(first);
  response.pause();
  return stream;
}
