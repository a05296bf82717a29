import { problem, type Problem } from '../../fields/problem.ts';
import { formats, type FormatName } from './formats.ts';
import { createJsonScan } from './json-rows.ts';
import { detectDelimiter } from './delimiters.ts';
import { createEncodingDetector, type Confidence } from './encodings.ts';
import { plainLayout, type FileLayout } from './file-layout.ts';

type Scanned =
  | {
      layout: FileLayout;
      rows?: number;
      /** The confidence in the encoding of a text file. */
      confidence?: Confidence;
    }
  | { problem: Problem };

/**
 * Scans a file during its upload, before anything of it is imported. It detects the format from
 * content and name, and checks that the file is complete, as far as possible without reading its rows.
 */
export function createFileScan(name: string) {
  const encoding = createEncodingDetector();
  const json = createJsonScan({ mayBeEmpty: /\.(ndjson|jsonl)$/i.test(name) });
  const head: number[] = [];
  let format: FormatName | Problem | undefined;

  return {
    push(chunk: Uint8Array): void {
      if (head.length < HEAD) head.push(...chunk.subarray(0, HEAD - head.length));
      if (head.length >= ENOUGH) format ??= detectFormat(Uint8Array.from(head), name);
      // The format is not known after the first few bytes, and the scan must not lose them.
      json.push(chunk);
      encoding.push(chunk);
    },
    end(): Scanned {
      const bytes = Uint8Array.from(head);
      format ??= detectFormat(bytes, name);
      if (typeof format === 'object') return { problem: format };
      if (!formats[format].isTable) {
        const found = json.end();
        return 'problem' in found
          ? found
          : { layout: { ...plainLayout, format }, rows: found.rows };
      }
      if (format === 'xlsx') return { layout: { ...plainLayout, format } };
      const found = encoding.end();
      if (bytes.length === 0) return { problem: problem('I020', '', { row: 1 }) };
      const text = new TextDecoder(found.encoding).decode(bytes);
      const delimiter = format === 'tsv' ? '\t' : detectDelimiter(text);
      return {
        layout: { ...plainLayout, format, encoding: found.encoding, delimiter },
        confidence: found.confidence,
      };
    },
  };
}

const HEAD = 65_536;
/** Contains the signature of every kind of file that can be mistaken for another, and the start of JSON. */
const ENOUGH = 512;

/** The format of a file, or a problem if its kind is not supported. */
export function detectFormat(head: Uint8Array, name: string): FormatName | Problem {
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase();
  for (const { bytes, found } of signatures) {
    if (bytes.every((byte, at) => head[at] === byte)) {
      return found === 'zip' ? zipFormat(head, extension) : wrongKind(found);
    }
  }
  if (extension === 'json' || extension === 'ndjson' || extension === 'jsonl') {
    return extension === 'json' ? 'json' : 'ndjson';
  }
  const start = firstMark(head);
  if (/^(\[\s*([{\]]|$)|\{\s*("|\}|$))/.test(start))
    return start.startsWith('[') ? 'json' : 'ndjson';
  if (extension === 'tsv' || extension === 'tab') return 'tsv';
  return 'csv';
}

/** The unsupported kinds of files, with their names in each language. */
const kinds = {
  excel: { en: 'an old or protected Excel file', de: 'eine alte oder geschützte Excel-Datei' },
  gzip: { en: 'a gzip file', de: 'eine gzip-Datei' },
  pdf: { en: 'a PDF', de: 'ein PDF' },
  zstd: { en: 'a zstd file', de: 'eine zstd-Datei' },
  sevenZip: { en: 'a 7z archive', de: 'ein 7z-Archiv' },
  picture: { en: 'a picture', de: 'ein Bild' },
  openDocument: { en: 'an OpenDocument file', de: 'eine OpenDocument-Datei' },
  zip: { en: 'a ZIP archive', de: 'ein ZIP-Archiv' },
} as const;

/** The problem of a file that is neither a table nor JSON. */
export function wrongKind(kind: keyof typeof kinds): Problem {
  const { en, de } = kinds[kind];
  return problem('I024', '', { found: en, found_de: de });
}

const signatures: readonly { bytes: readonly number[]; found: keyof typeof kinds }[] = [
  { bytes: [0x50, 0x4b, 0x03, 0x04], found: 'zip' },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], found: 'excel' },
  { bytes: [0x1f, 0x8b], found: 'gzip' },
  { bytes: [0x25, 0x50, 0x44, 0x46], found: 'pdf' },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], found: 'zstd' },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], found: 'sevenZip' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], found: 'picture' },
  { bytes: [0xff, 0xd8, 0xff], found: 'picture' },
];

function zipFormat(head: Uint8Array, extension: string | undefined): FormatName | Problem {
  const start = new TextDecoder('latin1').decode(head.subarray(0, 200));
  if (start.includes('opendocument')) return wrongKind('openDocument');
  return extension === 'zip' ? wrongKind('zip') : 'xlsx';
}

/** The first characters after any blanks and byte order mark. */
function firstMark(head: Uint8Array): string {
  return new TextDecoder().decode(head.subarray(0, ENOUGH)).trimStart();
}
