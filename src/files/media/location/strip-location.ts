import { openEditable, type EditableFile } from './editable-file.ts';
import { stripHeif } from './strip-heif.ts';
import { stripJpeg } from './strip-jpeg.ts';
import { stripPng } from './strip-png.ts';
import { stripTiff } from './strip-tiff.ts';
import { stripXmp } from './strip-xmp.ts';

/** What finds the metadata in each container; the raw formats of many cameras are TIFF. Returns whether it changed the file. */
const strippers: readonly (readonly [RegExp, (file: EditableFile) => boolean])[] = [
  [/^image\/jpeg$/, stripJpeg],
  [/^image\/a?png$/, stripPng],
  [/^image\/webp$/, stripWebp],
  [
    /^image\/(tiff|x-adobe-dng|x-canon-cr2|x-nikon-nef|x-sony-arw)$/,
    (file) => stripTiff(file, { at: 0, length: file.size }),
  ],
  [/^image\/(avif|hei[cf](-sequence)?)$/, stripHeif],
];

/**
 * Removes where a picture was taken from its EXIF and XMP, in place. Nothing moves: the entry of the GPS goes, its
 * values become zeros, and those in XMP spaces. Places that somebody named in words stay, and so does what a camera
 * hides in its own notes.
 */
export async function stripLocation(path: string, type: string): Promise<boolean> {
  const strip = strippers.find(([pattern]) => pattern.test(type))?.[1];
  if (!strip) return false;
  const file = openEditable(path);
  try {
    return strip(file);
  } finally {
    file.close();
  }
}

/** The head that EXIF has in JPEG. */
const EXIF = 'Exif\0\0';

/** Goes from chunk to chunk of the RIFF (RFC 9649). */
function stripWebp(file: EditableFile): boolean {
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
