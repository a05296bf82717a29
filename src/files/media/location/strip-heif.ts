import type { EditableFile, Part } from './editable-file.ts';
import { stripTiff } from './strip-tiff.ts';
import { stripXmp } from './strip-xmp.ts';

/** The boxes of metadata are small; what is larger is not read. */
const MOST_BYTES = 20_000_000;

/**
 * HEIC and AVIF: the box `meta` lists items (ISO/IEC 14496-12, 8.11), of which one of type `Exif` and one of type
 * `mime` hold the metadata, and says where in the file each of them is.
 */
export function stripHeif(file: EditableFile): boolean {
  const meta = boxes(file, { at: 0, length: file.size }).find(({ name }) => name === 'meta');
  if (!meta) return false;
  const inside = boxes(file, { at: meta.at + 4, length: meta.length - 4 });
  const named = (name: string) => inside.find((box) => box.name === name);
  const [names, places, own] = [named('iinf'), named('iloc'), named('idat')];
  if (!names || !places) return false;
  const kinds = itemKinds(file, names);
  let isChanged = false;
  for (const { item, part } of itemPlaces(read(file, places), own)) {
    const kind = kinds.get(item);
    if (kind === 'mime') isChanged = stripXmp(file, part) || isChanged;
    if (kind !== 'Exif') continue;
    // Begins with the distance of the header of the TIFF.
    const head = file.read(part.at, 4);
    if (head.length < 4) continue;
    const skipped = 4 + head.readUInt32BE(0);
    const exif = { at: part.at + skipped, length: part.length - skipped };
    isChanged = stripTiff(file, exif) || isChanged;
  }
  return isChanged;
}

type Box = Part & { name: string };

/** The boxes in a part; `at` and `length` are those of their content. */
function boxes(file: EditableFile, { at: start, length }: Part): Box[] {
  const contents: Box[] = [];
  const end = Math.min(file.size, start + length);
  for (let at = start; at + 8 <= end;) {
    const head = file.read(at, 16);
    const short = head.readUInt32BE(0);
    const headSize = short === 1 ? 16 : 8;
    if (head.length < headSize) break;
    const inHead = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
    const size = short === 0 ? end - at : inHead;
    if (size < headSize) break;
    contents.push({
      name: head.toString('latin1', 4, 8),
      at: at + headSize,
      length: Math.min(size, end - at) - headSize,
    });
    at += size;
  }
  return contents;
}

function read(file: EditableFile, { at, length }: Part): Buffer {
  if (length > MOST_BYTES) throw new Error('its metadata is too large');
  return file.read(at, length);
}

/** The type of each item, by its number. */
function itemKinds(file: EditableFile, names: Box): Map<number, string> {
  const skipped = read(file, names)[0] === 0 ? 6 : 8;
  const inside = { at: names.at + skipped, length: names.length - skipped };
  return new Map(
    boxes(file, inside).map((entry): [number, string] => {
      const bytes = read(file, entry);
      const size = bytes.readUInt8(0) < 3 ? 2 : 4;
      return [bytes.readUIntBE(4, size), bytes.toString('latin1', 6 + size, 10 + size)];
    }),
  );
}

/** Where the bytes of each item are. An item in several pieces is not looked into. */
function itemPlaces(bytes: Buffer, own: Box | undefined): { item: number; part: Part }[] {
  const version = bytes.readUInt8(0);
  const [sizes, more] = [bytes.readUInt8(4), bytes.readUInt8(5)];
  const [offsetSize, lengthSize, baseSize] = [sizes >> 4, sizes & 15, more >> 4];
  const indexSize = version > 0 ? more & 15 : 0;
  let at = 6;
  const next = (size: number): number => {
    at += size;
    if (size === 0) return 0;
    return size === 8 ? Number(bytes.readBigUInt64BE(at - 8)) : bytes.readUIntBE(at - size, size);
  };
  const places: { item: number; part: Part }[] = [];
  for (let left = next(version < 2 ? 2 : 4); left > 0; left--) {
    const item = next(version < 2 ? 2 : 4);
    const isOwn = version > 0 && (next(2) & 15) === 1;
    next(2);
    const base = next(baseSize);
    const pieces = next(2);
    for (let piece = 0; piece < pieces; piece++) {
      next(indexSize);
      const start = base + next(offsetSize) + (isOwn ? (own?.at ?? 0) : 0);
      const length = next(lengthSize);
      if (pieces === 1) places.push({ item, part: { at: start, length } });
    }
  }
  return places;
}
