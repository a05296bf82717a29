import { toRfcMoment } from './rfc-moment.ts';
import type { CellKind } from './wire.ts';

/** Writes a line of `COPY` as the line of a file, from `at` on; returns where it ends. */
export type WriteLine = {
  (line: Buffer, from: number, to: number, out: Uint8Array, at: number): number;
  /** The most bytes that a line of this length can become. */
  mostFor(length: number): number;
};

/**
 * Turns the CSV lines of PostgreSQL into those of a file: texts that no spreadsheet runs (`spreadsheet-text.ts`),
 * lists with ` | ` (`written-list.ts`), moments of RFC 3339, numbers as JavaScript writes them, CR LF. It works byte
 * by byte, because most bytes stay. PostgreSQL would need half as long again for the same lines, and is the busier of
 * the two.
 */
export function createLineWriter(kinds: readonly CellKind[], separator: string): WriteLine {
  const delimiter = separator.charCodeAt(0);
  const writers = kinds.map((kind) => cellWriters[kind]);
  const cursor: Cursor = {
    line: new Uint8Array(),
    read: 0,
    end: 0,
    out: new Uint8Array(),
    at: 0,
    delimiter,
  };
  const write: (...of: Parameters<WriteLine>) => number = (line, from, to, out, at) => {
    cursor.line = line;
    cursor.out = out;
    // PostgreSQL quotes the end mark of COPY where it is the whole line. A file has no such mark.
    const isEndMark = writers.length === 1 && line.compare(END_MARK, 0, 5, from, to) === 0;
    cursor.read = isEndMark ? from + 1 : from;
    // Before the line feed, and before the quote that closes an end mark.
    cursor.end = to - (isEndMark ? 2 : 1);
    cursor.at = at;
    for (let column = 0; column < writers.length; column++) {
      if (column > 0) {
        cursor.read++;
        out[cursor.at++] = delimiter;
      }
      if (!isEnd(cursor)) writers[column]!(cursor);
    }
    out[cursor.at++] = CARRIAGE_RETURN;
    out[cursor.at++] = LINE_FEED;
    return cursor.at;
  };
  // The worst case is a list item of one escaped character, and the separator before the next.
  const mostFor = (length: number): number => length * 3 + kinds.length * 16;
  return Object.assign(write, { mostFor });
}

type Cursor = {
  line: Uint8Array;
  read: number;
  end: number;
  out: Uint8Array;
  at: number;
  delimiter: number;
};

/** Each is called at the first byte of a cell that is not empty, and stops after the last. */
const cellWriters: Readonly<Record<CellKind, (cursor: Cursor) => void>> = {
  plain: writePlain,
  text: writeTextCell,
  list: writeList,
  moment: writeMomentCell,
  number: writeNumber,
};

const codes = (text: string) => [...text].map((sign) => sign.charCodeAt(0));
const [TAB, LINE_FEED, CARRIAGE_RETURN, SPACE] = codes('\t\n\r ') as [
  number,
  number,
  number,
  number,
];
const [QUOTE, APOSTROPHE, COMMA, PIPE] = codes(`"',|`) as [number, number, number, number];
const END_MARK = Buffer.from('"\\."\n');
const [BACKSLASH, CLOSE, EXPONENT] = codes('\\}e') as [number, number, number];

function isEnd({ line, read, end, delimiter }: Cursor): boolean {
  return read >= end || line[read] === delimiter;
}

function writePlain(cursor: Cursor): void {
  const { line, out, end, delimiter } = cursor;
  let { read, at } = cursor;
  for (; read < end; read++) {
    const byte = line[read]!;
    if (byte === delimiter) break;
    out[at++] = byte;
  }
  cursor.read = read;
  cursor.at = at;
}

function writeTextCell(cursor: Cursor): void {
  const { line, out } = cursor;
  if (line[cursor.read] !== QUOTE) {
    if (isFormula(cursor, cursor.read)) out[cursor.at++] = APOSTROPHE;
    return writePlain(cursor);
  }
  let { read, at } = cursor;
  out[at++] = line[read++]!;
  if (isFormula(cursor, read)) out[at++] = APOSTROPHE;
  for (;;) {
    const byte = line[read++]!;
    out[at++] = byte;
    if (byte !== QUOTE) continue;
    if (line[read] !== QUOTE) break;
    out[at++] = line[read++]!;
  }
  cursor.read = read;
  cursor.at = at;
}

/** The first bytes of texts that a spreadsheet runs, or that are already made safe. */
const suspects = new Uint8Array(256);
for (const sign of `'=+-@\t\r\n＝`) suspects[new TextEncoder().encode(sign)[0]!] = 1;
const signs = new Set([...codes('=+-@'), TAB, CARRIAGE_RETURN, LINE_FEED]);
/** The last bytes of ＝ ＋ － ＠; the first two are the same. */
const wideSigns = new Set([...'＝＋－＠'].map((sign) => new TextEncoder().encode(sign)[2]!));
const [WIDE, WIDER] = new TextEncoder().encode('＝');

function isFormula({ line, read: start, end, delimiter }: Cursor, from: number): boolean {
  if (suspects[line[from]!] === 0) return false;
  let at = from;
  while (line[at] === APOSTROPHE) at++;
  // After an unquoted cell that consists of apostrophes, this is the end of the cell.
  if (line[start] !== QUOTE && (at >= end || line[at] === delimiter)) return false;
  const byte = line[at]!;
  if (byte === WIDE) return line[at + 1] === WIDER && wideSigns.has(line[at + 2]!);
  return signs.has(byte);
}

function writeMomentCell(cursor: Cursor): void {
  const start = cursor.at;
  writePlain(cursor);
  cursor.at = toRfcMoment(cursor.out, start, cursor.at);
}

/** Writes an exponent only where JavaScript does. */
function writeNumber(cursor: Cursor): void {
  const { out } = cursor;
  const start = cursor.at;
  writePlain(cursor);
  let hasExponent = false;
  for (let at = start; at < cursor.at; at++) if (out[at] === EXPONENT) hasExponent = true;
  if (!hasExponent) return;
  const written = String(Number(String.fromCharCode(...out.subarray(start, cursor.at))));
  cursor.at = start;
  for (const code of codes(written)) out[cursor.at++] = code;
}

/** The byte before each byte of an item that would mean something else: 0 for none. */
const escapes = new Uint8Array(256);
escapes[PIPE] = escapes[BACKSLASH] = BACKSLASH;
escapes[QUOTE] = QUOTE;
/** The bytes for which a cell needs quotes, besides the delimiter. */
const quoted = new Uint8Array(256);
for (const byte of [QUOTE, CARRIAGE_RETURN, LINE_FEED]) quoted[byte] = 1;

/** `{a,"b c"}`, in quotes where CSV needs them, becomes `a | b c`; an empty list becomes an empty cell. */
function writeList(cursor: Cursor): void {
  const { line, out, delimiter } = cursor;
  let { read, at } = cursor;
  const start = at;
  const isQuoted = line[read] === QUOTE;
  read += isQuoted ? 2 : 1;
  const isEmpty = line[read] === CLOSE;
  // In a quoted item each quote is doubled.
  if (!isEmpty && isFormula(cursor, line[read] === QUOTE ? read + 2 : read)) out[at++] = APOSTROPHE;
  let isInItem = false;
  let needsQuotes = false;
  for (;;) {
    let byte = line[read++]!;
    if (byte === QUOTE) {
      read++;
      isInItem = !isInItem;
      continue;
    }
    if (!isInItem && byte === CLOSE) break;
    if (!isInItem && byte === COMMA) {
      out[at++] = SPACE;
      out[at++] = PIPE;
      out[at++] = SPACE;
      if (delimiter === PIPE) needsQuotes = true;
      continue;
    }
    if (isInItem && byte === BACKSLASH) {
      byte = line[read++]!;
      if (byte === QUOTE) read++;
    }
    const escape = escapes[byte];
    if (escape) out[at++] = escape;
    if (byte === delimiter || quoted[byte] === 1) needsQuotes = true;
    out[at++] = byte;
  }
  if (isQuoted) read++;
  // The only item is an empty text, which is a value.
  if (at === start && !isEmpty) needsQuotes = true;
  if (needsQuotes) {
    out.copyWithin(start + 1, start, at++);
    out[start] = QUOTE;
    out[at++] = QUOTE;
  }
  cursor.read = read;
  cursor.at = at;
}
