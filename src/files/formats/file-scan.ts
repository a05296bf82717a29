import { problem, type Problem } from '../../fields/problems/problem.ts';
import { formats, type FormatName, isNamedLines } from './formats.ts';
import { createJsonScan } from './json-rows.ts';
import { detectDelimiter } from './delimiters.ts';
import { createOleScan, findPacked, findSignature, wrongKind } from './other-kinds.ts';
import { createEncodingDetector } from './detect-encoding.ts';
import type { Confidence } from './guess-encoding.ts';
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
  const isLines = isNamedLines(name);
  const json = createJsonScan({ mayBeEmpty: isLines, isLines });
  const ole = createOleScan();
  const head: number[] = [];
  let format: FormatName | Problem | undefined;

  return {
    push(chunk: Uint8Array): void {
      if (head.length < HEAD) head.push(...chunk.subarray(0, HEAD - head.length));
      if (head.length >= ENOUGH) format ??= detectFormat(Uint8Array.from(head), name);
      // The format is not known after the first few bytes, and the scan must not lose them.
      json.push(chunk);
      if (findSignature(Uint8Array.from(head.slice(0, 8))) === 'office') ole.push(chunk);
      encoding.push(chunk);
    },
    end(): Scanned {
      const bytes = Uint8Array.from(head);
      format ??= detectFormat(bytes, name);
      if (findSignature(bytes) === 'office') return { problem: wrongKind(ole.found()) };
      if (typeof format === 'object') return { problem: format };
      if (format === 'xlsx') return { layout: { ...plainLayout, format } };
      return formats[format].isTable ? endText(format, bytes) : endJson(format);
    },
  };

  function endJson(detected: FormatName): Scanned {
    const result = json.end();
    if ('problem' in result) return result;
    const { rows, path } = result;
    if (path !== undefined) return { layout: { ...plainLayout, format: 'json', path } };
    return { layout: { ...plainLayout, format: detected }, ...(rows !== undefined && { rows }) };
  }

  function endText(detected: FormatName, bytes: Uint8Array): Scanned {
    const guess = encoding.end();
    if (guess.stray) return { problem: toStray(guess.stray) };
    if (bytes.length === 0) return { problem: problem('I020', '', { row: 1 }) };
    const text = new TextDecoder(guess.encoding).decode(bytes);
    return {
      layout: {
        ...plainLayout,
        format: detected,
        encoding: guess.encoding,
        delimiter: detected === 'tsv' ? '\t' : detectDelimiter(text),
        ...(guess.confidence !== 'sure' && { isGuessed: true }),
      },
      confidence: guess.confidence,
    };
  }
}

function toStray({ line, byte }: { line: number; byte: number }): Problem {
  return problem('I097', '', { line, byte: byte.toString(16).toUpperCase() });
}

const HEAD = 65_536;
/** Contains the signature of every kind of file that can be mistaken for another, and the start of JSON. */
const ENOUGH = 512;

/** The format of a file, or a problem if its kind is not supported. */
export function detectFormat(head: Uint8Array, name: string): FormatName | Problem {
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase();
  const signature = findSignature(head);
  if (signature) return signature === 'zip' ? zipFormat(head, extension) : wrongKind(signature);
  const named = textFormats.get(extension);
  if (named === 'json' || named === 'ndjson') return named;
  const start = firstMark(head);
  if (/^(\[\s*([{\]]|$)|\{\s*("|\}|$))/.test(start))
    return start.startsWith('[') ? 'json' : 'ndjson';
  return named ?? 'csv';
}

const textFormats: ReadonlyMap<string | undefined, FormatName> = new Map([
  ['json', 'json'],
  ['ndjson', 'ndjson'],
  ['jsonl', 'ndjson'],
  ['tsv', 'tsv'],
  ['tab', 'tsv'],
]);

function zipFormat(head: Uint8Array, extension: string | undefined): FormatName | Problem {
  const packed = findPacked(head);
  if (packed) return wrongKind(packed);
  return extension === 'zip' ? wrongKind('zip') : 'xlsx';
}

/** The first characters after any blanks and byte order mark. */
function firstMark(head: Uint8Array): string {
  return new TextDecoder().decode(head.subarray(0, ENOUGH)).trimStart();
}
