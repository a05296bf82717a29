import { randomFillSync } from 'node:crypto';

/** A UUIDv7 (RFC 9562). It begins with the time, so new records stand together at the end of their index. */
export function newId(): string {
  const now = Date.now();
  if (used > POOL.length - 16) {
    randomFillSync(POOL);
    used = 0;
  }
  const bytes = Buffer.from(POOL.subarray(used, (used += 16)));
  // Ids keep the order they were made in, also within a millisecond and when the clock is set back a little.
  const isLate = now <= last && last - now < MOST_BACK;
  sequence = isLate ? sequence + 1 : bytes.readUInt16BE(6) & 0x7ff;
  last = isLate ? last : now;
  if (sequence > 0xfff) {
    sequence = 0;
    last += 1;
  }
  bytes.writeUIntBE(last, 0, 6);
  bytes.writeUInt16BE(0x7000 | sequence, 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Milliseconds; a clock that goes back further is right, and the one before was wrong. */
const MOST_BACK = 60_000;

const POOL = Buffer.alloc(4096);
let used = POOL.length;
let last = 0;
let sequence = 0;
