import type { ListAnswer, StoredRecord } from '../store.ts';

/**
 * Memory that is used again: memory outside of the heap is what V8 has to look for most when it is new
 * each time. What is never given back is left to V8.
 */
const SIZE = 64 * 1_024;
const MOST_FREE = 64;
const free: ArrayBuffer[] = [];
const lent = new WeakSet<ArrayBufferLike>();

/** Room for so many bytes, or more; most answers fit into what is used again. */
export function borrowMemory(size = SIZE): Buffer<ArrayBuffer> {
  if (size > SIZE) return Buffer.allocUnsafe(size);
  const memory = free.pop() ?? new ArrayBuffer(SIZE);
  lent.add(memory);
  return Buffer.from(memory);
}

/** What was borrowed, or any part of it, which nobody may read from now on; other memory is left alone. */
export function giveBack({ buffer }: Uint8Array): void {
  if (lent.delete(buffer) && free.length < MOST_FREE) free.push(buffer as ArrayBuffer);
}

/** The records of a list, for who reads them here; once, as its memory is then used for others. */
export function recordsOf({ json }: Pick<ListAnswer, 'json'>): StoredRecord[] {
  const records = JSON.parse(json.toString()) as StoredRecord[];
  giveBack(json);
  return records;
}
