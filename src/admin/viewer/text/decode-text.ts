import { createEncodingDetector } from '../../../files/formats/detect-encoding.ts';

/**
 * The text of a file in its own encoding. The end may be cut anywhere; what stands after the last whole
 * line of a cut text is left out.
 */
export function decodeText(bytes: Uint8Array, isCut: boolean): string {
  const end = isCut ? bytes.lastIndexOf(0x0a) + 1 || lastStart(bytes) : bytes.length;
  const whole = bytes.subarray(0, end);
  const detector = createEncodingDetector();
  detector.push(whole);
  return new TextDecoder(detector.end().encoding).decode(whole);
}

/** Where the last character of UTF-8 begins: its other bytes begin with the bits 10. */
function lastStart(bytes: Uint8Array): number {
  return Math.max(
    0,
    bytes.findLastIndex((byte) => (byte & 0xc0) !== 0x80),
  );
}
