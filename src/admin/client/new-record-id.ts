/**
 * The `_id` of a record that this client creates, by which it recognizes the record if the answer is lost. Like those of
 * the server a UUIDv7 (RFC 9562), and in the order in which they are made. `crypto.randomUUID` would need HTTPS.
 */
export function newRecordId(): string {
  sequence += 1;
  if (Date.now() > last || sequence > 0xfff) {
    last = Math.max(last + 1, Date.now());
    sequence = 0;
  }
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  bytes[0] = 0x80 | (bytes[0]! & 0x3f);
  const time = toHex(last, 12);
  const random = Array.from(bytes, (byte) => toHex(byte, 2)).join('');
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${toHex(sequence, 3)}`,
    random.slice(0, 4),
    random.slice(4),
  ].join('-');
}

function toHex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

/** Milliseconds. */
let last = 0;
let sequence = 0;
