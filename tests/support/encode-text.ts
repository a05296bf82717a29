/** The text in an encoding of one byte per character, or in UTF-8. */
export function encodeText(text: string, encoding: string): Uint8Array<ArrayBuffer> {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  const decoder = new TextDecoder(encoding);
  const bytes = new Map(
    Array.from({ length: 256 }, (_, at) => [decoder.decode(Uint8Array.of(at)), at]),
  );
  return Uint8Array.from(text, (sign) => {
    const byte = bytes.get(sign);
    if (byte === undefined) throw new Error(`${encoding} has no ${sign}`);
    return byte;
  });
}
