import type { EditableFile } from './editable-file.ts';
import { stripTiff } from './strip-tiff.ts';
import { stripXmp } from './strip-xmp.ts';

const EXIF = 'Exif\0\0';
const XMP = 'http://ns.adobe.com/xap/1.0/\0';
/** Parts of a packet that is too long for one segment, after their GUID (32), length (4) and offset (4). */
const LONG_XMP = 'http://ns.adobe.com/xmp/extension/\0';
const LONG_XMP_HEAD = LONG_XMP.length + 40;

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const APP1 = 0xe1;

/** Goes from segment to segment (ITU-T T.81), also of the pictures that phones put behind the first one. */
export function stripJpeg(file: EditableFile): boolean {
  let isChanged = false;
  for (let at = findMarker(file, 0); at !== undefined;) {
    const [, marker = 0, high = 0, low = 0] = file.read(at, 4);
    if (marker === START || marker === END) {
      at = findMarker(file, at + 2);
      continue;
    }
    const length = high * 256 + low;
    if (marker === APP1) isChanged = stripSegment(file, at + 4, length - 2) || isChanged;
    const next = at + 2 + length;
    at = marker === SCAN || length < 2 ? findMarker(file, next) : nextMarker(file, next);
  }
  return isChanged;
}

function stripSegment(file: EditableFile, at: number, length: number): boolean {
  const head = file.read(at, Math.min(length, LONG_XMP_HEAD)).toString('latin1');
  const after = (size: number) => ({ at: at + size, length: length - size });
  if (head.startsWith(EXIF)) return stripTiff(file, after(EXIF.length));
  if (head.startsWith(XMP)) return stripXmp(file, after(XMP.length));
  return head.startsWith(LONG_XMP) && stripXmp(file, after(LONG_XMP_HEAD));
}

/** The marker at this place, or the next one if something else is here. */
function nextMarker(file: EditableFile, at: number): number | undefined {
  return isMarker(file.read(at, 2)) ? at : findMarker(file, at);
}

const AT_ONCE = 65_536;

/** The next marker that is not a part of compressed data: there, 0xFF comes before 0 or the number of a restart. */
function findMarker(file: EditableFile, from: number): number | undefined {
  for (let start = from; start < file.size - 1; start += AT_ONCE) {
    const bytes = file.read(start, AT_ONCE + 1);
    for (let at = bytes.indexOf(0xff); at !== -1; at = bytes.indexOf(0xff, at + 1))
      if (isMarker(bytes.subarray(at, at + 2))) return start + at;
  }
  return undefined;
}

function isMarker([first, second = 0]: Uint8Array): boolean {
  return first === 0xff && second >= 0xc0 && second !== 0xff && (second < 0xd0 || second > 0xd7);
}
