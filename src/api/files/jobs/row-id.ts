import { createHash } from 'node:crypto';

/**
 * The `_id` of the record a row of a job, or of a call that may be sent again, makes: always the same, so that a
 * row that is looked at twice is known. A UUID of version 8 (RFC 9562), whose bits are ours to choose.
 */
export function rowId(work: string, row: number): string {
  const bytes = createHash('sha256').update(`${work} ${row}`).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [8, 12, 16, 20, 32].map((end, at) => hex.slice([0, 8, 12, 16, 20][at], end)).join('-');
}
