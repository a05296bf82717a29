import type { EditableFile, Part } from './editable-file.ts';

/** Properties such as `exif:GPSLatitude` or `drone-dji:GpsLongitude`, as attributes and as elements. */
const attribute = /\s[\w-]+:gps\w*\s*=\s*(?:"[^"]*"|'[^']*')/gi;
const element = /<([\w-]+:gps\w*)\b(?:[^>]*\/>|[^>]*>[\s\S]*?<\/\1\s*>)/gi;

/** More than any camera writes. */
const MOST_BYTES = 20_000_000;

/** Puts spaces in place of the location in an XMP packet, whose length stays. */
export function stripXmp(file: EditableFile, { at, length }: Part): boolean {
  if (length > MOST_BYTES) throw new Error('its XMP is too large');
  const packet = file.read(at, length).toString('latin1');
  const blank = (match: string): string => ' '.repeat(match.length);
  const clean = packet.replace(element, blank).replace(attribute, blank);
  if (clean === packet) return false;
  file.write(at, Buffer.from(clean, 'latin1'));
  return true;
}
