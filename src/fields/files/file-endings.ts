const office = 'application/vnd.openxmlformats-officedocument';
const open = 'application/vnd.oasis.opendocument';

/** The endings of file names that people know, and the MIME types that they promise. */
const endings: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  heic: 'image/heic',
  heif: 'image/heic',
  tiff: 'image/tiff',
  tif: 'image/tiff',
  bmp: 'image/bmp',
  txt: 'text/plain',
  csv: 'text/csv',
  md: 'text/markdown',
  docx: `${office}.wordprocessingml.document`,
  xlsx: `${office}.spreadsheetml.sheet`,
  pptx: `${office}.presentationml.presentation`,
  odt: `${open}.text`,
  ods: `${open}.spreadsheet`,
  odp: `${open}.presentation`,
  rtf: 'application/rtf',
  epub: 'application/epub+zip',
  zip: 'application/zip',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
};

/** The MIME type that the name of a file promises; undefined if its ending means nothing certain. */
export function typeOfName(name: string): string | undefined {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(endings, ending) ? endings[ending] : undefined;
}

/** The endings of names of files that have a MIME type, such as `.tiff` and `.tif`. */
export function endingsOfType(type: string): string[] {
  return Object.keys(endings)
    .filter((ending) => endings[ending] === type)
    .map((ending) => `.${ending}`);
}

/** What people call a MIME type: `PDF`, `DOCX`; of an unknown one its second half. */
export function shortType(type: string): string {
  const [ending] = endingsOfType(type);
  const name = ending?.slice(1) ?? type.replace(/^.*\/(x-|vnd\.)?/, '');
  return name.length <= 5 ? name.toUpperCase() : name;
}
