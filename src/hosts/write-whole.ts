import type { ServerResponse } from 'node:http';
import type { WholeAnswer } from '../api/http/compress.ts';
import { borrowMemory, giveBack } from '../store/memory/free-memory.ts';

/**
 * Sends a whole answer. Of a long text Node would first reserve three times its length, so it leaves from
 * memory that is used again, as bytes do that are in such memory. A reader who takes nothing for `patience`
 * milliseconds is ended.
 */
export function writeWhole(
  { body, status, headers }: WholeAnswer,
  outgoing: ServerResponse,
  patience: number,
): void {
  outgoing.writeHead(status, headers);
  const bytes = typeof body === 'string' ? toBytes(body) : body;
  // Never, where the client leaves before it is sent: then this memory is not used again.
  outgoing.end(bytes, () => giveBack(bytes));
  // Most answers are taken at once, and a timer for each would cost more than the sending.
  if (outgoing.writableLength > 0) outgoing.setTimeout(patience, () => outgoing.destroy());
}

function toBytes(text: string): Uint8Array {
  const memory = borrowMemory(Buffer.byteLength(text));
  return memory.subarray(0, memory.write(text));
}
