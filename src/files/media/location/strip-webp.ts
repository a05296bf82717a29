import type { EditableFile } from './editable-file.ts';
import { stripTiff } from './strip-tiff.ts';
import { stripXmp } from './strip-xmp.ts';

const EXIF = 'Exif\0\0';

/** Goes from chunk to chunk of the RIFF (RFC 9649). */
export function stripWebp(file: EditableFile): boolean {
  let isChanged = false;
  for (let at = 12, length = 0; at + 8 <= file.size; at += 8 + length + (length % 2)) {
    const head = file.read(at, 14);
    const name = head.toString('latin1', 0, 4);
    length = head.readUInt32LE(4);
    // Some programs write the head that EXIF has in JPEG.
    const skipped = head.toString('latin1', 8) === EXIF ? EXIF.length : 0;
    const part = { at: at + 8 + skipped, length: length - skipped };
    if (name === 'EXIF') isChanged = stripTiff(file, part) || isChanged;
    if (name === 'XMP ') isChanged = stripXmp(file, part) || isChanged;
  }
  return isChanged;
}
