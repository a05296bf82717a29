/**
 * Memory that is used again: memory outside of the heap is what V8 has to look for most when it is new
 * each time. A piece has room for most answers; who needs more reserves it.
 */
const SIZE = 64 * 1_024;
const MOST_FREE = 64;
const free: ArrayBuffer[] = [];
const lent = new WeakSet<ArrayBufferLike>();

export function borrowMemory(): Buffer {
  const memory = free.pop() ?? new ArrayBuffer(SIZE);
  lent.add(memory);
  return Buffer.from(memory);
}

/** Of what was borrowed, or of any part of it, which nobody may read from now on; other memory is left alone. */
export function giveBack({ buffer }: Uint8Array): void {
  if (lent.delete(buffer) && free.length < MOST_FREE) free.push(buffer as ArrayBuffer);
}
