const SECTOR = 512;
const FREE = 0xffffffff;
const END = 0xfffffffe;
const FAT = 0xfffffffd;

/**
 * An OLE container with these streams (MS-CFB): what Excel wrote before 2007, and writes around a workbook with a
 * password. As in files of Excel, its directory is at the end.
 */
export function makeOle(streams: Readonly<Record<string, Uint8Array>>): Uint8Array<ArrayBuffer> {
  const names = Object.keys(streams);
  const contents = Object.values(streams).map((bytes) => {
    // Streams below 4,096 bytes would go to the mini stream.
    const whole = new Uint8Array(Math.ceil(Math.max(bytes.length, 4_096) / SECTOR) * SECTOR);
    whole.set(bytes);
    return whole;
  });
  const starts: number[] = [];
  const fat: number[] = [FAT];
  for (const content of contents) {
    starts.push(fat.length);
    const count = content.length / SECTOR;
    for (let at = 1; at < count; at++) fat.push(fat.length + 1);
    fat.push(END);
  }
  const directory = fat.length;
  const entries = Math.ceil((names.length + 1) / 4);
  for (let at = 1; at < entries; at++) fat.push(fat.length + 1);
  fat.push(END);
  if (fat.length > 128) throw new Error('one sector of the FAT has 128 entries');

  const header = new DataView(new ArrayBuffer(SECTOR));
  for (const [at, byte] of [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1].entries())
    header.setUint8(at, byte);
  header.setUint16(24, 0x3e, true);
  header.setUint16(26, 3, true);
  header.setUint16(28, 0xfffe, true);
  header.setUint16(30, 9, true);
  header.setUint16(32, 6, true);
  header.setUint32(44, 1, true);
  header.setUint32(48, directory, true);
  header.setUint32(56, 4_096, true);
  header.setUint32(60, END, true);
  header.setUint32(68, END, true);
  for (let at = 76; at < SECTOR; at += 4) header.setUint32(at, at === 76 ? 0 : FREE, true);

  const table = new DataView(new ArrayBuffer(SECTOR));
  for (let at = 0; at < 128; at++) table.setUint32(at * 4, fat[at] ?? FREE, true);

  const entry = (at: number, name: string, kind: number, start: number, size: number) => {
    for (const [place, unit] of [...name].entries())
      list.setUint16(at * 128 + place * 2, unit.charCodeAt(0), true);
    list.setUint16(at * 128 + 64, (name.length + 1) * 2, true);
    list.setUint8(at * 128 + 66, kind);
    for (const place of [68, 72, 76]) list.setUint32(at * 128 + place, FREE, true);
    list.setUint32(at * 128 + 116, start, true);
    list.setUint32(at * 128 + 120, size, true);
  };
  const list = new DataView(new ArrayBuffer(entries * SECTOR));
  entry(0, 'Root Entry', 5, END, 0);
  list.setUint32(76, 1, true);
  for (const [at, name] of names.entries()) {
    entry(at + 1, name, 2, starts[at]!, contents[at]!.length);
    if (at + 1 < names.length) list.setUint32((at + 1) * 128 + 72, at + 2, true);
  }
  return new Uint8Array(
    Buffer.concat(
      [header.buffer, table.buffer, ...contents, list.buffer].map((one) =>
        Buffer.from(one as ArrayBuffer),
      ),
    ),
  );
}
