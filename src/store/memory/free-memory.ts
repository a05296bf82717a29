import type { ListAnswer, StoredRecord } from '../store.ts';

/**
 * Memory for reuse: memory outside of the heap costs V8 most when it is new each time. V8 frees what nobody gives
 * back.
 */
const SIZE = 64 * 1_024;
const MOST_FREE = 64;
const free: ArrayBuffer[] = [];
const lent = new WeakSet<ArrayBufferLike>();

/** Room for at least so many bytes; most answers fit into reused memory. */
export function borrowMemory(size = SIZE): Buffer<ArrayBuffer> {
  if (size > SIZE) return Buffer.allocUnsafe(size);
  const memory = free.pop() ?? new ArrayBuffer(SIZE);
  lent.add(memory);
  return Buffer.from(memory);
}

/** Takes back borrowed memory, or any part of it; nobody may read it from now on. Leaves other memory alone. */
export function returnMemory({ buffer }: Uint8Array): void {
  if (lent.delete(buffer) && free.length < MOST_FREE) free.push(buffer as ArrayBuffer);
}

/** The records of a list, for code that reads them here. Works once, because others then use the memory. */
export function parseRecords({ json }: Pick<ListAnswer, 'json'>): StoredRecord[] {
  const records = JSON.parse(json.toString()) as StoredRecord[];
  returnMemory(json);
  return records;
}
