import type { ServerResponse } from 'node:http';
import type { TextAnswer } from '../api/compress.ts';

/** What was sent from, to be used again. */
const free: Buffer[] = [];
const SIZE = 64 * 1_024;
const MOST_FREE = 64;

/**
 * Sends a whole text. Of a long one Node would first reserve three times its length, and new memory for
 * each is what V8 has to look for most: so it leaves from memory that is used again.
 */
export function writeText({ text, status, headers }: TextAnswer, outgoing: ServerResponse): void {
  outgoing.writeHead(status, headers);
  // A character of UTF-16 has three bytes at most.
  if (text.length * 3 > SIZE && Buffer.byteLength(text) > SIZE) {
    outgoing.end(Buffer.from(text));
    return;
  }
  const memory = free.pop() ?? Buffer.allocUnsafeSlow(SIZE);
  // Never, where the client leaves before it is sent: then this memory is not used again.
  outgoing.end(memory.subarray(0, memory.write(text)), () => {
    if (free.length < MOST_FREE) free.push(memory);
  });
}
