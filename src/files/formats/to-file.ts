import type { App, Resource } from '../../descriptor/descriptor.ts';
import type { FormatName } from './formats.ts';
import { toTableColumns, inPieces, writeText, type TableColumn } from './table-column.ts';
import { createWorkbookTemplate } from './xlsx-template.ts';
import { toXlsxFile } from './xlsx-file.ts';
import { toSpreadsheetText } from '../../fields/spreadsheet-text.ts';

type FileToWrite = {
  app: App;
  resource: Resource;
  /** Texts of records, in JSON, with these names. */
  batches: AsyncIterable<readonly string[]>;
  names: readonly string[];
  csv: CsvStyle;
};

/** The records as a file of the format, piece by piece. */
export function toFile(format: FormatName, file: FileToWrite): AsyncGenerator<string | Uint8Array> {
  return writers[format](file);
}

const writers: Record<FormatName, (file: FileToWrite) => AsyncGenerator<string | Uint8Array>> = {
  json: ({ batches }) => toJsonFile(batches, jsonStyles.json),
  ndjson: ({ batches }) => toJsonFile(batches, jsonStyles.ndjson),
  csv: ({ batches, resource, names, csv }) =>
    toCsvFile(batches, toTableColumns(resource, names), csv),
  tsv: ({ batches, resource, names, csv }) =>
    toCsvFile(batches, toTableColumns(resource, names), { ...csv, delimiter: '\t' }),
  xlsx: toWorkbook,
};

async function* toWorkbook(file: FileToWrite): AsyncGenerator<Uint8Array> {
  const columns = toTableColumns(file.resource, file.names);
  const template = await createWorkbookTemplate(file.app, file.resource, columns);
  yield* toXlsxFile(file.batches, columns, template);
}

export type CsvStyle = {
  delimiter: string;
  decimal: '.' | ',';
  /** A byte order mark, by which Excel knows UTF-8. */
  bom: boolean;
};

export const plainCsv: CsvStyle = { delimiter: ',', decimal: '.', bom: false };

/**
 * Records as CSV (RFC 4180): a row of names, then a row per record. No cell is run by a
 * spreadsheet, and importing the file changes nothing. A record is JSON: an object, or an array of
 * its values in the order of the columns, which is made and read in half the time.
 */
export async function* toCsvFile(
  batches: AsyncIterable<readonly string[]>,
  columns: readonly TableColumn[],
  style: CsvStyle,
): AsyncGenerator<string> {
  const quote = createQuoter(style.delimiter);
  const writers = columns.map((column) => createCellWriter(column, style, quote));
  yield toHead(
    columns.map(({ name }) => name),
    style,
  );
  for await (const records of inPieces(batches)) {
    let piece = '';
    for (const json of records)
      piece += toLine(JSON.parse(json), columns, writers, style.delimiter);
    yield piece;
  }
}

/** The same file, of lines that were written elsewhere. */
export async function* toCopiedCsv(
  lines: AsyncIterable<{ bytes: Uint8Array }>,
  names: readonly string[],
  style: CsvStyle,
): AsyncGenerator<string | Uint8Array> {
  yield toHead(names, style);
  for await (const { bytes } of lines) yield bytes;
}

function toHead(names: readonly string[], { bom, delimiter }: CsvStyle): string {
  return `${bom ? '\u{FEFF}' : ''}${quoteCells(names, delimiter)}`;
}

/** One line of cells. */
export function quoteCells(cells: readonly string[], delimiter: string): string {
  return `${cells.map(createQuoter(delimiter)).join(delimiter)}\r\n`;
}

type WriteCell = (value: unknown) => string;

function toLine(
  record: readonly unknown[] | Readonly<Record<string, unknown>>,
  columns: readonly TableColumn[],
  writers: readonly WriteCell[],
  delimiter: string,
): string {
  let line = '';
  for (let at = 0; at < writers.length; at++) {
    const value = Array.isArray(record)
      ? (record[at] as unknown)
      : (record as Record<string, unknown>)[columns[at]!.name];
    if (at > 0) line += delimiter;
    if (value !== null && value !== undefined) line += writers[at]!(value);
  }
  return `${line}\r\n`;
}

function createCellWriter(
  column: TableColumn,
  { decimal }: CsvStyle,
  quote: (text: string) => string,
): WriteCell {
  const { holds } = column;
  if (holds === 'text') return (value) => quote(toSpreadsheetText(writeText(column, value)));
  // Numbers stay bare, so that a spreadsheet can count with them; a minus is no formula.
  if (holds === 'number' && decimal === ',') {
    return (value) => quote(writeText(column, value).replace('.', ','));
  }
  return (value) => quote(writeText(column, value));
}

function createQuoter(delimiter: string): (text: string) => string {
  const special = new RegExp(`["\\r\\n]|${delimiter === '|' ? '\\|' : delimiter}|^\\s|\\s$`);
  return (text) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
}

/** What stands around and between records, and in their place where there are none. */
type JsonStyle = { head: string; between: string; foot: string; none: string };

export const jsonStyles = {
  /** One per line too, so that a difference of two exports is a difference of lines. */
  json: { head: '[\n', between: ',\n', foot: '\n]\n', none: '[]\n' },
  ndjson: { head: '', between: '\n', foot: '\n', none: '' },
} as const satisfies Record<string, JsonStyle>;

/** A file made of records whose texts are there already. */
export async function* toJsonFile(
  batches: AsyncIterable<readonly string[]>,
  { head, between, foot, none }: JsonStyle,
): AsyncGenerator<string> {
  let isFirst = true;
  for await (const records of inPieces(batches)) {
    yield `${isFirst ? head : between}${records.join(between)}`;
    isFirst = false;
  }
  const end = isFirst ? none : foot;
  if (end !== '') yield end;
}

/** The same file, of records whose bytes are there, each behind what stands between two. */
export async function* toCopiedJson(
  pieces: AsyncIterable<{ bytes: Uint8Array }>,
  { head, between, foot, none }: JsonStyle,
): AsyncGenerator<string | Uint8Array> {
  let isFirst = true;
  for await (const { bytes } of pieces) {
    if (isFirst && head !== '') yield head;
    yield isFirst ? bytes.subarray(between.length) : bytes;
    isFirst = false;
  }
  const end = isFirst ? none : foot;
  if (end !== '') yield end;
}
