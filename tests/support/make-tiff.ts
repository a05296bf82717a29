/** A TIFF of one black pixel whose bytes are in this order, with a copyright, XMP and a location if wanted. */
export function makeTiff(
  order: 'II' | 'MM',
  { xmp = '', seconds }: { xmp?: string; seconds?: number },
): Buffer {
  const isLittle = order === 'II';
  const number = (value: number, bytes: 2 | 4): Buffer => {
    const buffer = Buffer.alloc(bytes);
    if (isLittle) buffer.writeUIntLE(value, 0, bytes);
    else buffer.writeUIntBE(value, 0, bytes);
    return buffer;
  };
  const entry = (tag: number, type: number, count: number, value: number | Buffer): Buffer => {
    // A number of two bytes is at the beginning of its four.
    const held = typeof value !== 'number' ? value : number(value, type === 3 ? 2 : 4);
    return Buffer.concat(
      [number(tag, 2), number(type, 2), number(count, 4), held, Buffer.alloc(4)],
      12,
    );
  };
  const directory = (entries: Buffer[]): Buffer =>
    Buffer.concat([number(entries.length, 2), ...entries, number(0, 4)]);
  const hasPlace = seconds !== undefined;

  // The header, the directory, and then what does not fit into it.
  const after = 8 + 2 + (10 + (hasPlace ? 1 : 0)) * 12 + 4;
  const pixel = after;
  const packet = pixel + 4;
  const gps = packet + Buffer.byteLength(xmp);
  const rational = gps + 2 + 2 * 12 + 4;
  return Buffer.concat([
    Buffer.from(order),
    number(42, 2),
    number(8, 4),
    directory([
      entry(256, 3, 1, 1),
      entry(257, 3, 1, 1),
      entry(258, 3, 1, 8),
      entry(259, 3, 1, 1),
      entry(262, 3, 1, 1),
      entry(273, 4, 1, pixel),
      entry(278, 3, 1, 1),
      entry(279, 4, 1, 1),
      entry(700, 1, Buffer.byteLength(xmp), packet),
      entry(33432, 2, 4, Buffer.from('Ann\0')),
      ...(hasPlace ? [entry(0x8825, 4, 1, gps)] : []),
    ]),
    Buffer.alloc(4),
    Buffer.from(xmp),
    ...(hasPlace
      ? [
          directory([entry(1, 2, 2, Buffer.from('N\0')), entry(2, 5, 3, rational)]),
          ...[52, 1, 30, 1, seconds, 1].map((value) => number(value, 4)),
        ]
      : []),
  ]);
}
