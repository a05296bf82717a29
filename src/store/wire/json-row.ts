import type { JsonColumn, JsonForm } from './wire.ts';

/** Writes the cells of a row as an object, from `at` on; returns where it ends. */
export type WriteRow = {
  (bytes: Uint8Array, from: number, out: Uint8Array, at: number): number;
  /** The most bytes that a row of this length can become. */
  mostFor(length: number): number;
};

/**
 * Turns the rows PostgreSQL sends into JSON, as its own `row_to_json` would. It works byte by byte, because most bytes
 * stay: as JavaScript texts they would be read, joined and written once more, and PostgreSQL takes longer to make JSON
 * of them than to find them.
 */
export function createRowWriter(columns: readonly JsonColumn[]): WriteRow {
  const heads = columns.map(({ name }, at) =>
    new TextEncoder().encode(`${at === 0 ? '{' : ','}${JSON.stringify(name)}:`),
  );
  const cells = columns.map(({ form, many }) => (many ? writeMany(writers[form]) : writers[form]));
  const cell: Cell = { bytes: new Uint8Array(), read: 0, end: 0, out: new Uint8Array(), at: 0 };
  const write: (...of: Parameters<WriteRow>) => number = (bytes, from, out, at) => {
    cell.bytes = bytes;
    cell.out = out;
    cell.end = from;
    cell.at = at;
    for (let column = 0; column < cells.length; column++) {
      writeBytes(cell, heads[column]!);
      const length = lengthAt(bytes, cell.end);
      cell.read = cell.end + LENGTH_BYTES;
      cell.end = cell.read + Math.max(length, 0);
      if (length < 0) writeBytes(cell, NULL);
      else cells[column]!(cell);
    }
    out[cell.at++] = CLOSE;
    return cell.at;
  };
  const named = heads.reduce((sum, head) => sum + head.length, 0);
  // A control character becomes six bytes; an empty cell becomes `null`.
  const mostFor = (length: number): number => length * 6 + named + columns.length * 6 + 1;
  return Object.assign(write, { mostFor });
}

/** A cell begins with its length, which is below 0 for null. */
export const LENGTH_BYTES = 4;

export function lengthAt(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
}

/** Where to read, and where to write. */
type Cell = { bytes: Uint8Array; read: number; end: number; out: Uint8Array; at: number };

type WriteCell = (cell: Cell) => void;

const writers: Readonly<Record<JsonForm, WriteCell>> = {
  plain: writePlain,
  text: writeText,
  boolean: writeBoolean,
  moment: writeMoment,
};

type Four = [number, number, number, number];
const encode = (text: string) => new TextEncoder().encode(text);
const [NULL, TRUE, FALSE] = ['null', 'true', 'false'].map(encode) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
const code = (sign: string) => sign.charCodeAt(0);
const [QUOTE, BACKSLASH, CLOSE, SPACE] = [...'"\\} '].map(code) as Four;
const [PLUS, DOT, ZERO, T] = [...'+.0T'].map(code) as Four;
const Z = code('Z');
const MINUS = code('-');
const isWord = new Uint8Array(256).fill(1, code('A'), code('Z') + 1);

function writeBytes(cell: Cell, bytes: Uint8Array): void {
  const { out } = cell;
  let { at } = cell;
  for (let index = 0; index < bytes.length; index++) out[at++] = bytes[index]!;
  cell.at = at;
}

function writePlain(cell: Cell): void {
  const { bytes, end, out } = cell;
  let { read, at } = cell;
  // `NaN`, `Infinity` or `-Infinity`, which only other programs can have written; JSON has no number for them.
  if (isWord[bytes[bytes[read] === MINUS ? read + 1 : read]!] === 1) return writeText(cell);
  while (read < end) out[at++] = bytes[read++]!;
  cell.at = at;
}

function writeBoolean(cell: Cell): void {
  writeBytes(cell, cell.bytes[cell.read] === code('t') ? TRUE : FALSE);
}

/** The character after the backslash for a byte that JSON must escape (RFC 8259, 7); `u` for one escaped by number. */
const escapes = new Uint8Array(256).fill(code('u'), 0, 0x20);
for (const [sign, letter] of ['""', '\\\\', '\bb', '\ff', '\nn', '\rr', '\tt'])
  escapes[code(sign!)] = code(letter!);

function writeText(cell: Cell): void {
  const { bytes, end, out } = cell;
  let { read, at } = cell;
  out[at++] = QUOTE;
  while (read < end) {
    const byte = bytes[read++]!;
    if (escapes[byte] === 0) out[at++] = byte;
    else at = writeEscaped(byte, out, at);
  }
  out[at++] = QUOTE;
  cell.at = at;
}

function writeEscaped(byte: number, out: Uint8Array, start: number): number {
  let at = start;
  out[at++] = BACKSLASH;
  out[at++] = escapes[byte]!;
  if (escapes[byte] === code('u'))
    for (const digit of byte.toString(16).padStart(4, '0')) out[at++] = code(digit);
  return at;
}

/** `2026-01-01 12:00:00.25+00` becomes `"2026-01-01T12:00:00.250Z"`; any other form becomes a text. */
function writeMoment(cell: Cell): void {
  const { bytes, read, end, out } = cell;
  if (bytes[read + 10] !== SPACE || bytes[end - 3] !== PLUS) return writeText(cell);
  let { at } = cell;
  const start = at;
  out[at++] = QUOTE;
  for (let index = read; index < Math.min(end - 3, read + MILLISECONDS); index++)
    out[at++] = bytes[index]!;
  out[start + 11] = T;
  if (at === start + 20) out[at++] = DOT;
  while (at < start + 1 + MILLISECONDS) out[at++] = ZERO;
  out[at++] = Z;
  out[at++] = QUOTE;
  cell.at = at;
}

/** `2026-01-01T12:00:00.250` */
const MILLISECONDS = 23;

/** `{a,"b c",NULL}` becomes `["a","b c",null]`. */
function writeMany(writeOne: WriteCell): WriteCell {
  return (cell) => {
    const { bytes, out, end } = cell;
    let { read } = cell;
    while (read < end) {
      const byte = bytes[read]!;
      const sign = signs[byte]!;
      if (sign !== 0) {
        out[cell.at++] = sign;
        read++;
        continue;
      }
      const isQuoted = byte === QUOTE;
      cell.read = isQuoted ? read + 1 : read;
      cell.end = cell.read;
      if (isQuoted) {
        // In place, because nobody reads these bytes after us.
        for (read++; bytes[read] !== QUOTE; read++) {
          if (bytes[read] === BACKSLASH) read++;
          bytes[cell.end++] = bytes[read]!;
        }
        read++;
      } else {
        while (signs[bytes[read]!] === 0) read++;
        cell.end = read;
      }
      if (!isQuoted && isNull(cell)) writeBytes(cell, NULL);
      else writeOne(cell);
    }
    cell.end = end;
  };
}

/** The characters around and between the members. */
const signs = new Uint8Array(256);
for (const [sign, inJson] of ['{[', '}]', ',,']) signs[code(sign!)] = code(inJson!);

function isNull({ bytes, read, end }: Cell): boolean {
  return end - read === 4 && String.fromCharCode(...bytes.subarray(read, end)) === 'NULL';
}
