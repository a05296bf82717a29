import { strFromU8, Unzip, UnzipInflate, unzipSync } from 'fflate';
import { parseCellRef } from 'hucre/xlsx';
import { readXml } from 'hucre/xml';
import { BOOK_PATH, WORKBOOK_RELATIONS } from './workbook-parts.ts';

/** A row, and those of its columns, from 0, whose cells hold an error. */
type ErrorRow = { row: number; columns: number[] };

/**
 * Creates a function that returns the cells of a row with an error (`t="e"`), because the row reader
 * returns only their text. Rows must be requested in ascending order, because both read the sheet once.
 */
export function createErrorFinder(
  bytes: Uint8Array,
  sheet: string | undefined,
): (row: number) => readonly number[] {
  const rows = readErrorRows(bytes, sheet);
  let next: IteratorResult<ErrorRow, void> | undefined;
  return (row) => {
    next ??= rows.next();
    while (!next.done && next.value.row < row) next = rows.next();
    return next.done || next.value.row !== row ? [] : next.value.columns;
  };
}

function* readErrorRows(bytes: Uint8Array, sheet: string | undefined): Generator<ErrorRow, void> {
  const small = [BOOK_PATH, WORKBOOK_RELATIONS];
  const parts = unzipSync(bytes, { filter: ({ name }) => small.includes(name) });
  const [book, relations] = small.map((path) => strFromU8(parts[path]!)) as [string, string];
  const scan = createErrorScan();
  const decoder = new TextDecoder();
  for (const piece of unpack(bytes, findSheet(book, relations, sheet))) {
    yield* scan(decoder.decode(piece, { stream: true }));
  }
}

/** Unpacks in pieces, because a sheet may be far larger than its packed form. */
function* unpack(bytes: Uint8Array, path: string): Generator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const unzip = new Unzip((part) => {
    if (part.name !== path) return;
    part.ondata = (error, piece) => {
      if (error) throw error;
      pieces.push(piece);
    };
    part.start();
  });
  unzip.register(UnzipInflate);
  for (let at = 0; at < bytes.length; at += PIECE) {
    unzip.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length);
    yield* pieces.splice(0);
  }
}

const PIECE = 65_536;

/** The path of the sheet with this name, or of the first one, as the row reader finds it. */
function findSheet(book: string, relations: string, name: string | undefined): string {
  const options = { stripNamespaces: true, flatten: false };
  const { data: sheets } = readXml(book, { rowTag: 'sheet', ...options });
  const { data: targets } = readXml(relations, { rowTag: 'Relationship', ...options });
  const sheet = sheets.find((one) => name === undefined || one['@name'] === name);
  // The prefix is often `r`, but a workbook may choose any.
  const id = Object.entries(sheet ?? {}).find(([attribute]) => attribute.endsWith(':id'))?.[1];
  const target = String(targets.find((one) => one['@Id'] === id)?.['@Target']);
  return target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;
}

/** Reads rows from pieces of XML. Rows and cells may state their position, or follow the previous one. */
function createErrorScan(): (xml: string) => Generator<ErrorRow> {
  let rest = '';
  let row = -1;
  let column = -1;
  let columns: number[] = [];
  return function* scan(xml) {
    rest += xml;
    const whole = rest.lastIndexOf('>') + 1;
    for (const [, close, name, attributes = ''] of rest.slice(0, whole).matchAll(rowsAndCells)) {
      if (name === 'c' && close === '') {
        const at = place.exec(attributes)?.[1];
        column = at === undefined ? column + 1 : parseCellRef(at).col;
        if (isError.test(attributes)) columns.push(column);
      } else if (name === 'row' && close === '') {
        const at = place.exec(attributes)?.[1];
        row = at === undefined ? row + 1 : Number(at) - 1;
        column = -1;
      } else if (name === 'row' && columns.length > 0) {
        yield { row, columns };
        columns = [];
      }
    }
    rest = rest.slice(whole);
  };
}

const rowsAndCells = /<(\/?)(?:\w+:)?(row|c)((?:\s[^<>]*)?)\/?>/g;
const place = /\sr\s*=\s*["']([^"']+)/;
const isError = /\st\s*=\s*["']e["']/;
