import { buffer } from 'node:stream/consumers';
import { DamagedBackup } from './parts.ts';

/** A folder, or a file of `size` bytes. */
export type TarEntry =
  { path: string; folder: true } | { path: string; size: number; bytes: AsyncIterable<Buffer> };

const BLOCK = 512;

/** Writes files in the format of POSIX (`ustar`), so that any `tar` reads them. */
export async function* writeTar(entries: AsyncIterable<TarEntry>): AsyncGenerator<Buffer> {
  for await (const entry of entries) {
    yield toHeader(entry);
    if ('folder' in entry) continue;
    let left = entry.size;
    for await (const piece of entry.bytes) {
      // A file that has grown meanwhile: the log has the rest.
      const used = piece.subarray(0, left);
      left -= used.length;
      if (used.length > 0) yield used;
      if (left === 0) break;
    }
    // One that was cut meanwhile; the log says so too.
    for (; left > 0; left -= Math.min(left, ZEROS.length)) yield ZEROS.subarray(0, left);
    yield ZEROS.subarray(0, padding(entry.size));
  }
  yield ZEROS.subarray(0, 2 * BLOCK);
}

const ZEROS = Buffer.alloc(65_536);

function padding(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}

function toHeader(entry: TarEntry): Buffer {
  const isFolder = 'folder' in entry;
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number): void =>
    void header.write(value.toString(8).padStart(length - 1, '0'), at, 'latin1');
  if (Buffer.byteLength(entry.path) > 100) throw new Error(`${entry.path} is too long for tar`);
  header.write(entry.path, 0);
  octal(isFolder ? 0o700 : 0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(isFolder ? 0 : entry.size, 124, 12);
  octal(0, 136, 12);
  header.write(isFolder ? '5' : '0', 156, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  header.fill(' ', 148, 156);
  octal(sumOf(header), 148, 7);
  return header;
}

function sumOf(header: Buffer): number {
  return header.reduce((sum, byte) => sum + byte, 0);
}

/** Reads what `writeTar` wrote. The reader consumes the bytes of each file before it asks for the next. */
export async function* readTar(bytes: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const read = createReader(bytes);
  for (;;) {
    const header = await buffer(read(BLOCK));
    if (header.every((byte) => byte === 0)) break;
    const sum = Number.parseInt(header.toString('latin1', 148, 154), 8);
    header.fill(' ', 148, 156);
    if (sum !== sumOf(header)) throw new DamagedBackup('the copy of the database is damaged');
    const path = header.toString('utf8', 0, 100).replace(/\0.*$/s, '');
    if (header[156] === '5'.charCodeAt(0)) {
      yield { path, folder: true };
      continue;
    }
    const size = Number.parseInt(header.toString('latin1', 124, 135), 8);
    yield { path, size, bytes: read(size) };
    await buffer(read(padding(size)));
  }
  // To its end, so that the last check of the encryption happens.
  for await (const _ of bytes);
}

/** Cuts a stream into runs of so many bytes. */
function createReader(bytes: AsyncIterable<Buffer>) {
  const pieces = bytes[Symbol.asyncIterator]();
  let rest = Buffer.alloc(0);
  return async function* read(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0;) {
      if (rest.length === 0) {
        const next = await pieces.next();
        if (next.done) throw new DamagedBackup('the copy of the database ends early');
        rest = next.value as Buffer<ArrayBuffer>;
      }
      const used = rest.subarray(0, left);
      rest = rest.subarray(used.length);
      left -= used.length;
      yield used;
    }
  };
}
