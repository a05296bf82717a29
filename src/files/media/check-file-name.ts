import type { Expectation } from '../../fields/problems/expectations.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';

const office = 'application/vnd.openxmlformats-officedocument';
const cfb = /^application\/x-cfb$/;
/** Every Office document is an archive. */
const zip = /^application\/(zip|vnd\.|epub|java-archive|x-xpinstall)|^model\/3mf$/;

/** Endings that people trust, and the types of content that they mean. */
const meanings: Readonly<Record<string, RegExp>> = {
  pdf: /^application\/pdf$/,
  png: /^image\/a?png$/,
  jpg: /^image\/jpeg$/,
  jpeg: /^image\/jpeg$/,
  gif: /^image\/gif$/,
  webp: /^image\/webp$/,
  bmp: /^image\/bmp$/,
  tif: /^image\/tiff$/,
  tiff: /^image\/tiff$/,
  avif: /^image\/avif$/,
  heic: /^image\/hei[cf](-sequence)?$/,
  heif: /^image\/hei[cf](-sequence)?$/,
  svg: /^image\/svg\+xml$/,
  docx: new RegExp(`^${office}\\.wordprocessingml\\.document$`),
  xlsx: new RegExp(`^${office}\\.spreadsheetml\\.sheet$`),
  pptx: new RegExp(`^${office}\\.presentationml\\.presentation$`),
  odt: /^application\/vnd\.oasis\.opendocument\.text$/,
  ods: /^application\/vnd\.oasis\.opendocument\.spreadsheet$/,
  odp: /^application\/vnd\.oasis\.opendocument\.presentation$/,
  doc: new RegExp(`${cfb.source}|^application/rtf$`),
  xls: cfb,
  ppt: cfb,
  rtf: /^application\/rtf$/,
  zip,
  gz: /^application\/gzip$/,
  '7z': /^application\/x-7z-compressed$/,
  rar: /^application\/x-rar-compressed$/,
  mp3: /^audio\/mpeg$/,
  wav: /^audio\/wav$/,
  flac: /^audio\/flac$/,
  ogg: /^(audio|video|application)\/ogg$/,
  m4a: /^(audio|video)\/(mp4|x-m4a)$/,
  mp4: /^(audio|video)\/(mp4|x-m4[av]|quicktime)$/,
  mov: /^video\/(quicktime|mp4)$/,
  webm: /^(audio|video)\/(webm|matroska)$/,
  avi: /^video\/vnd\.avi$/,
  // A text in an encoding that is not recognised has no type of its own.
  txt: /^(text\/|application\/(octet-stream$|json$|xml$|x-sh$|x-httpd-php$)|image\/svg)/,
  csv: /^(text\/|application\/(octet-stream|json)$)/,
  json: /^(text\/|application\/(octet-stream|json)$)/,
};

/** The kinds of content that a message names, the first that fits. */
const kinds: readonly (readonly [RegExp, Expectation])[] = [
  [/x-msdownload/, 'aWindowsProgram'],
  [/x-(elf|mach-binary|deb|rpm)|java-(vm|archive)|wasm|android/, 'aProgram'],
  [/x-(sh|httpd-php)$/, 'aScript'],
  [/^image\//, 'aPicture'],
  [/^audio\//, 'aSound'],
  [/^video\//, 'aVideo'],
  [/\/pdf$/, 'aPdf'],
  [/openxmlformats|opendocument|x-cfb|rtf|ms-(word|excel|powerpoint)/, 'aDocument'],
  [/zip|compressed|x-tar|x-xz|x-bzip2|zstd/, 'anArchive'],
  [/html/, 'aWebPage'],
  [/^text\/|json|xml/, 'plainText'],
];

/**
 * The problem of a name that promises other content than there is: `report.pdf` that is a program.
 * Undefined where the ending fits, is missing or means nothing certain. `type` is that of `detectType`.
 */
export function checkFileName(name: string, type: string, path = ''): Problem | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const meaning = Object.hasOwn(meanings, ending) ? meanings[ending] : undefined;
  if (!meaning || meaning.test(type)) return undefined;
  const expected = kinds.find(([pattern]) => pattern.test(type))?.[1] ?? 'ofAnotherKind';
  return problem('V070', path, { ending: `.${ending}`, expected, type });
}
