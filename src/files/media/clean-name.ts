/** The most UTF-16 units of a name. */
const MAX_NAME_LENGTH = 200;
/** A longer part after the last point is a part of the name, not an ending. */
const LONGEST_ENDING = 16;

/** Control characters, lone surrogates, breaks of lines, and all that draws nothing: bidi marks, zero-width spaces … */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/** Means something to a shell or to the file systems of Windows. */
const forbidden = /[<>:"|?*]/g;
/** Windows opens devices by these names, with any ending. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³])(?=\.|$)/i;

/**
 * The name of an uploaded file for display and download: without folders, characters that nobody sees and what a file
 * system refuses, in NFC, with 1 to 200 UTF-16 units. Cleaning a clean name changes nothing.
 *
 * @example cleanName('C:\\Users\\ann\\report\u202Efdp.exe') // 'reportfdp.exe'
 */
export function cleanName(name: string): string {
  const own = name.normalize('NFC').replace(unseen, '').split(/[/\\]/).findLast(trim) ?? '';
  const plain = trim(own.replace(forbidden, '_').replace(/\s+/g, ' ').normalize('NFC'));
  const safe = plain.replace(device, '_$1');
  return safe === '' ? 'file' : shorten(safe);
}

/** Points hide a file at the start of its name, and Windows drops them at the end. */
function trim(name: string): string {
  return name.replace(/^[\s.]+|[\s.]+$/g, '');
}

function shorten(name: string): string {
  if (name.length <= MAX_NAME_LENGTH) return name;
  const at = name.lastIndexOf('.');
  const ending = name.length - at <= LONGEST_ENDING ? name.slice(at) : '';
  const start = name.slice(0, MAX_NAME_LENGTH - ending.length);
  // Half of a character outside the basic plane may be left at the end.
  return trim(start.isWellFormed() ? start : start.slice(0, -1)) + ending;
}
