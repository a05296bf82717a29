import type { EditableFile, Part } from './editable-file.ts';
import { stripXmp } from './strip-xmp.ts';

/** Tags of TIFF 6.0, EXIF 3.0 and XMP. */
const GPS = 0x8825;
const EXIF = 0x8769;
const SUB_DIRECTORIES = 0x014a;
const XMP = 0x02bc;

/** Bytes of a value of each type, from 1 (BYTE) to 13 (IFD). */
const SIZES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];
const ENTRY = 12;
/** More than any file has; a loop ends here. */
const MOST_DIRECTORIES = 200;

type Entry = { at: number; tag: number; size: number; value: number };

/**
 * Removes the location from TIFF or from EXIF, which has the form of a TIFF: `part` begins with its header, from which
 * all offsets count. BigTIFF stays as it is: no camera writes it.
 */
export function stripTiff(file: EditableFile, { at: start, length }: Part): boolean {
  const order = file.read(start, 4).toString('latin1');
  if (length < 8 || (order !== 'II*\0' && order !== 'MM\0*')) return false;
  const { number, entriesOf, directoriesOf, removeGps } = openTiff(file, { at: start, length });
  let isChanged = false;
  const open = [start + number(start + 4, 4)];
  const seen = new Set<number>([start]);
  for (let directory = open.pop(); directory !== undefined; directory = open.pop()) {
    if (seen.has(directory) || seen.size > MOST_DIRECTORIES) continue;
    seen.add(directory);
    for (const entry of entriesOf(directory).toReversed()) {
      const { at, tag, size, value } = entry;
      open.push(...directoriesOf(entry));
      if (tag === XMP) isChanged = stripXmp(file, { at: value, length: size }) || isChanged;
      if (tag !== GPS) continue;
      removeGps(directory, at);
      isChanged = true;
    }
    // The count may be smaller than before.
    open.push(start + number(directory + 2 + number(directory, 2) * ENTRY, 4));
  }
  return isChanged;
}

/** Reads and clears the directories of a TIFF. Its offsets count from its beginning, and nothing outside of it changes. */
function openTiff(file: EditableFile, { at: start, length }: Part) {
  const isLittle = file.read(start, 1).toString('latin1') === 'I';
  const end = start + length;
  const number = (at: number, bytes: 2 | 4): number => {
    const read = file.read(at, bytes);
    if (at < start || at + bytes > end || read.length < bytes) return 0;
    return isLittle ? read.readUIntLE(0, bytes) : read.readUIntBE(0, bytes);
  };
  const clear = (at: number, size: number): void => {
    const fitting = Math.min(size, end - at, file.size - at);
    if (at >= start && fitting > 0) file.write(at, Buffer.alloc(fitting));
  };
  const entriesOf = (directory: number): Entry[] =>
    Array.from({ length: number(directory, 2) }, (_, index) => {
      const at = directory + 2 + index * ENTRY;
      const size = (SIZES[number(at + 2, 2)] ?? 0) * number(at + 4, 4);
      return {
        at,
        tag: number(at, 2),
        size,
        value: size <= 4 ? at + 8 : start + number(at + 8, 4),
      };
    });

  const directoriesOf = ({ at, tag, size, value }: Entry): number[] => {
    if (tag === EXIF) return [start + number(at + 8, 4)];
    if (tag !== SUB_DIRECTORIES) return [];
    const count = Math.min(Math.ceil(size / 4), MOST_DIRECTORIES);
    return Array.from({ length: count }, (_, sub) => start + number(value + sub * 4, 4));
  };

  const removeEntry = (directory: number, at: number): void => {
    const count = number(directory, 2);
    // The entries after it and the offset of the next directory move up.
    const rest = file.read(at + ENTRY, directory + 2 + count * ENTRY + 4 - (at + ENTRY));
    file.write(at, Buffer.concat([rest, Buffer.alloc(ENTRY)]));
    const fewer = Buffer.alloc(2);
    if (isLittle) fewer.writeUInt16LE(count - 1);
    else fewer.writeUInt16BE(count - 1);
    file.write(directory, fewer);
  };

  const removeGps = (directory: number, at: number): void => {
    const gps = start + number(at + 8, 4);
    const entries = entriesOf(gps);
    for (const each of entries) if (each.size > 4) clear(each.value, each.size);
    clear(gps, 2 + entries.length * ENTRY + 4);
    removeEntry(directory, at);
  };

  return { number, entriesOf, directoriesOf, removeGps };
}
