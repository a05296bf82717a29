import type { Socket } from 'node:net';

/** Is given each row where it lies in `bytes`, whose memory is used anew for the next ones. */
export type TakeRow = (bytes: Buffer, from: number, to: number) => void;

/**
 * Takes the rows of a `COPY … TO STDOUT` out of what a connection receives, and leaves all else to the
 * driver, which would make a message, an event and a view of memory of each row: half of what a
 * row costs. Answers how to end it.
 */
export function takeCopied(stream: Socket, takeRow: TakeRow): () => void {
  const drivers = stream.listeners('data') as ((chunk: Buffer) => void)[];
  let bytes = Buffer.allocUnsafe(FIRST);
  let size = 0;
  const read = (chunk: Buffer): void => {
    if (size + chunk.length > bytes.length) bytes = enlarge(bytes, size + chunk.length);
    chunk.copy(bytes, size);
    size += chunk.length;
    let at = 0;
    while (at + HEAD <= size) {
      const end = at + 1 + bytes.readUInt32BE(at + 1);
      if (end > size) break;
      if (bytes[at] === COPY_DATA) takeRow(bytes, at + HEAD, end);
      else for (const driver of drivers) driver(Buffer.from(bytes.subarray(at, end)));
      at = end;
    }
    bytes.copyWithin(0, at, size);
    size -= at;
  };
  for (const driver of drivers) stream.off('data', driver);
  stream.on('data', read);
  return () => {
    stream.off('data', read);
    for (const driver of drivers) stream.on('data', driver);
  };
}

/** Of a message: what it is, and how long, itself included (PostgreSQL, 53.7 Message Formats). */
const HEAD = 5;
const COPY_DATA = 'd'.charCodeAt(0);

/** What a socket reads at once, and the begin of a row before it. */
const FIRST = 128 * 1_024;

function enlarge(bytes: Buffer, size: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafe(size * 2);
  bytes.copy(larger);
  return larger;
}
