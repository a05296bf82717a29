import { strFromU8, Unzip, UnzipInflate, unzipSync } from 'fflate';
import { parseCellRef } from 'hucre/xlsx';
import { readXml } from 'hucre/xml';
import { BOOK_PATH, WORKBOOK_RELATIONS } from './workbook-parts.ts';
import { requireValue } from '../../fields/require-entry.ts';

/**
 * What the row reader does not return of a row: its columns, from 0, whose cells hold an error (`t="e"`), those with a
 * formula and no result, and the number formats of others.
 */
export type CellMarks = {
  errors: number[];
  unsolved: UnsolvedCell[];
  formats: { column: number; format: string }[];
};
/** The formula as a spreadsheet program shows it: `=A1+B1`. */
export type UnsolvedCell = { column: number; formula: string };
type MarkedRow = CellMarks & { row: number };

/** Creates a function for the marks of a row. Rows must be requested in ascending order, because it reads the sheet once. */
export function createMarkFinder(
  bytes: Uint8Array,
  sheet: string | undefined,
  formats: ReadonlyMap<number, string> = new Map(),
): (row: number) => CellMarks {
  const rows = readMarkedRows(bytes, sheet, formats);
  let next: IteratorResult<MarkedRow, void> | undefined;
  return (row) => {
    next ??= rows.next();
    while (!next.done && next.value.row < row) next = rows.next();
    return next.done || next.value.row !== row ? none : next.value;
  };
}

const none: CellMarks = { errors: [], unsolved: [], formats: [] };

function* readMarkedRows(
  bytes: Uint8Array,
  sheet: string | undefined,
  formats: ReadonlyMap<number, string>,
): Generator<MarkedRow, void> {
  const small = [BOOK_PATH, WORKBOOK_RELATIONS];
  const parts = unzipSync(bytes, { filter: ({ name }) => small.includes(name) });
  const [book, relations] = [BOOK_PATH, WORKBOOK_RELATIONS].map((path) =>
    strFromU8(requireValue(parts[path], path)),
  ) as [string, string];
  const scan = createMarkScan(formats);
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
function createMarkScan(
  formats: ReadonlyMap<number, string>,
): (xml: string) => Generator<MarkedRow> {
  let rest = '';
  let row = -1;
  let column = -1;
  let marks: CellMarks = structuredClone(none);
  let formula: string | undefined;
  let hasResult = false;
  let isText = false;
  const endCell = (): void => {
    if (formula !== undefined && !hasResult) marks.unsolved.push({ column, formula });
    formula = undefined;
    hasResult = false;
  };
  const beginTag: Readonly<Record<string, (attributes: string, text: string) => void>> = {
    row(attributes) {
      const at = place.exec(attributes)?.[1];
      row = at === undefined ? row + 1 : Number(at) - 1;
      column = -1;
    },
    c(attributes) {
      const at = place.exec(attributes)?.[1];
      column = at === undefined ? column + 1 : parseCellRef(at).col;
      if (isError.test(attributes)) marks.errors.push(column);
      isText = isTextResult.test(attributes);
      const format = formats.size > 0 ? formats.get(Number(style.exec(attributes)?.[1])) : null;
      if (format) marks.formats.push({ column, format });
    },
    f(_, text) {
      formula = toFormula(text);
    },
    v(_, text) {
      hasResult ||= isText || text !== '';
    },
    is() {
      hasResult = true;
    },
  };
  return function* scan(xml) {
    rest += xml;
    const whole = rest.lastIndexOf('<');
    if (whole < 0) return;
    for (const match of rest.slice(0, whole).matchAll(rowsAndCells)) {
      const [tag, close, name = '', attributes = '', end] = match;
      const from = match.index + tag.length;
      const text = end === '/' ? '' : rest.slice(from, rest.indexOf('<', from));
      if (close === '') beginTag[name]?.(attributes, text);
      else if (name === 'c') endCell();
      else if (name === 'row' && Object.values(marks).some((list) => list.length > 0)) {
        yield { row, ...marks };
        marks = structuredClone(none);
      }
    }
    rest = rest.slice(whole);
  };
}

/** Long enough to recognize the formula. */
const LONGEST_FORMULA = 200;

/** A cell that shares the formula of another one has no text. */
function toFormula(xml: string): string {
  const text = xml.replace(
    /&(lt|gt|amp|quot|apos);/g,
    (entity, name: string) => signs[name] ?? entity,
  );
  return text.length > LONGEST_FORMULA || text === ''
    ? `=${text.slice(0, LONGEST_FORMULA)}…`
    : `=${text}`;
}

const signs: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
};

const rowsAndCells = /<(\/?)(?:\w+:)?(row|c|f|v|is)((?:\s[^<>]*?)?)(\/?)>/g;
const place = /\sr\s*=\s*["']([^"']+)/;
const style = /\ss\s*=\s*["'](\d+)/;
/** A formula whose result is a text, which may be empty: `=IF(A1="","",A1)`. */
const isTextResult = /\st\s*=\s*["']str["']/;
const isError = /\st\s*=\s*["']e["']/;
