import type { ServerResponse } from 'node:http';
import type { WholeAnswer } from '../api/compress.ts';
import { borrowMemory, giveBack } from '../store/free-memory.ts';

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
  outgoing.setTimeout(patience, () => outgoing.destroy());
  outgoing.writeHead(status, headers);
  const bytes = typeof body === 'string' ? toBytes(body) : body;
  // Never, where the client leaves before it is sent: then this memory is not used again.
  outgoing.end(bytes, () => giveBack(bytes));
}

function toBytes(text: string): Uint8Array {
  const memory = borrowMemory(Buffer.byteLength(text));
  return memory.subarray(0, memory.write(text));
}
