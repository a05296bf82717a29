import { crc32, inflateSync } from 'node:zlib';
import type { EditableFile } from './editable-file.ts';
import { stripTiff } from './strip-tiff.ts';
import { stripXmp } from './strip-xmp.ts';

const SIGNATURE = 8;
/** Length (4) and name (4) before the data of a chunk, its checksum (4) after. */
const HEAD = 8;
const CRC = 4;
/** No text of a picture is longer, packed or unpacked. */
const MOST_TEXT = 20_000_000;

/** Goes from chunk to chunk (PNG 3, 5.3). */
export function stripPng(file: EditableFile): boolean {
  let isChanged = false;
  for (let at = SIGNATURE, length = 0; at + HEAD <= file.size; at += HEAD + length + CRC) {
    const head = file.read(at, HEAD);
    length = head.readUInt32BE(0);
    const strip = chunks[head.toString('latin1', 4)];
    if (!strip?.(file, at, length)) continue;
    writeChecksum(file, at, length);
    isChanged = true;
  }
  return isChanged;
}

type StripChunk = (file: EditableFile, at: number, length: number) => boolean;

const chunks: Readonly<Record<string, StripChunk>> = {
  eXIf: (file, at, length) => stripTiff(file, { at: at + HEAD, length }),
  tEXt: stripText,
  zTXt: (file, at, length) => stripText(file, at, length, 'zTXt'),
  iTXt: (file, at, length) =>
    isPlainXmp(file, at)
      ? stripXmp(file, { at: at + HEAD, length })
      : stripText(file, at, length, 'iTXt'),
};

const XMP_KEY = 'XML:com.adobe.xmp';

function isPlainXmp(file: EditableFile, at: number): boolean {
  return file.read(at + HEAD, XMP_KEY.length + 2).toString('latin1') === `${XMP_KEY}\0\0`;
}

/**
 * Some programs write EXIF and XMP as texts, packed or in hexadecimal digits, or a text for each property. If the
 * location is in one, it becomes an empty comment of the same length.
 */
function stripText(
  file: EditableFile,
  at: number,
  length: number,
  packed?: 'zTXt' | 'iTXt',
): boolean {
  if (length > MOST_TEXT) throw new Error('it has too long a text');
  const bytes = file.read(at + HEAD, length);
  const keyEnd = bytes.indexOf(0);
  const key = bytes.toString('latin1', 0, Math.max(0, keyEnd));
  // Its method; in `iTXt` also a flag, the language and the translated key, the last two with a zero after each.
  const text =
    packed === 'iTXt' ? bytes.indexOf(0, bytes.indexOf(0, keyEnd + 3) + 1) + 1 : keyEnd + 2;
  const isProfile = /^raw profile type (exif|app1|xmp)$/i.test(key);
  if (!isProfile && !/gps/i.test(key) && !(key === XMP_KEY && hasGps(bytes.subarray(text))))
    return false;
  const comment = Buffer.alloc(4 + length, ' ');
  comment.write('tEXtComment\0', 'latin1');
  file.write(at + 4, comment);
  return true;
}

/** Whether packed XMP names a location. What cannot be unpacked may do so. */
function hasGps(packed: Buffer): boolean {
  try {
    const xmp = inflateSync(packed, { maxOutputLength: MOST_TEXT }).toString('latin1');
    return /:gps/i.test(xmp);
  } catch {
    return true;
  }
}

/** Over the name and the data. */
function writeChecksum(file: EditableFile, at: number, length: number): void {
  const checksum = Buffer.alloc(CRC);
  checksum.writeUInt32BE(crc32(file.read(at + 4, 4 + length)));
  file.write(at + HEAD + length, checksum);
}
