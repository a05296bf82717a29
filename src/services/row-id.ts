import { createHash } from 'node:crypto';

/**
 * The `_id` of the record that a row creates, in a job or a repeatable request. It is always the same, so
 * that a row that is read twice is recognized. The records of a file are in its order, and beside those that were
 * created when the job was. A UUID of version 8 (RFC 9562), whose bits we can choose: 48 of the time or the request,
 * 32 of the row, and the rest of a hash.
 */
export function rowId(work: string, row: number): string {
  const bytes = createHash('sha256').update(`${work} ${row}`).digest().subarray(0, 16);
  const isTimed = TIMED.test(work);
  const start = isTimed
    ? work.replaceAll('-', '')
    : createHash('sha256').update(work).digest('hex');
  bytes.write(start.slice(0, 12), 'hex');
  bytes.writeUInt16BE(0x8000 | ((row >>> 20) & 0xfff), 6);
  bytes[8] = 0x80 | ((row >>> 14) & 0x3f);
  bytes[9] = (row >>> 6) & 0xff;
  bytes[10] = ((row & 0x3f) << 2) | (bytes.readUInt8(10) & 3);
  const hex = bytes.toString('hex');
  return [8, 12, 16, 20, 32].map((end, at) => hex.slice([0, 8, 12, 16, 20][at], end)).join('-');
}

/** A UUID that begins with its time (version 7). */
const TIMED = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-/i;
