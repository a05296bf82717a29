import type { App, Resource } from '../../descriptor/descriptor.ts';
import type { FormatName } from './formats.ts';
import { inBatches, writeText, type TableColumn } from './table-column.ts';
import { createWorkbookTemplate } from './xlsx-template.ts';
import { toXlsxFile } from './xlsx-file.ts';
import { toSpreadsheetText } from '../../fields/text/spreadsheet-text.ts';

type FileToWrite = {
  app: App;
  resource: Resource;
  /** Records as JSON texts, with the values of the columns. */
  batches: AsyncIterable<readonly string[]>;
  columns: readonly TableColumn[];
  csv: CsvStyle;
};

/** Writes records as a file of the format, in pieces. */
export function toFile(format: FormatName, file: FileToWrite): AsyncGenerator<string | Uint8Array> {
  return formats[format](file);
}

const formats: Record<FormatName, (file: FileToWrite) => AsyncGenerator<string | Uint8Array>> = {
  json: ({ batches }) => toJsonFile(batches, jsonStyles.json),
  ndjson: ({ batches }) => toJsonFile(batches, jsonStyles.ndjson),
  csv: ({ batches, columns, csv }) => toCsvFile(batches, columns, csv),
  tsv: ({ batches, columns, csv }) => toCsvFile(batches, columns, { ...csv, delimiter: '\t' }),
  xlsx: toWorkbook,
};

async function* toWorkbook({
  app,
  resource,
  batches,
  columns,
}: FileToWrite): AsyncGenerator<Uint8Array> {
  yield* toXlsxFile(batches, columns, await createWorkbookTemplate(app, resource, columns));
}

export type CsvStyle = {
  delimiter: string;
  decimal: '.' | ',';
  /** Writes a byte order mark, by which Excel recognises UTF-8. */
  bom: boolean;
};

export const plainCsv: CsvStyle = { delimiter: ',', decimal: '.', bom: false };

/**
 * Writes records as CSV (RFC 4180): a row of names, then one row per record. Spreadsheets run no
 * cell as a formula, and importing the file again changes nothing. A record is JSON: an object,
 * or an array of its values in column order, which is written and read in half the time.
 */
export async function* toCsvFile(
  batches: AsyncIterable<readonly string[]>,
  columns: readonly TableColumn[],
  style: CsvStyle,
): AsyncGenerator<string> {
  const quote = createQuoter(style.delimiter);
  const writers = columns.map((column) => ({
    name: column.name,
    write: createCellWriter(column, style, quote),
  }));
  yield toHead(
    columns.map(({ name }) => name),
    style,
  );
  for await (const records of inBatches(batches)) {
    let piece = '';
    for (const json of records) piece += toLine(JSON.parse(json), writers, style.delimiter);
    yield piece;
  }
}

/** Writes the same file from lines that were written elsewhere. */
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

/** Writes one line of cells. */
export function quoteCells(cells: readonly string[], delimiter: string): string {
  return `${cells.map(createQuoter(delimiter)).join(delimiter)}\r\n`;
}

type WriteCell = (value: unknown) => string;

function toLine(
  record: readonly unknown[] | Readonly<Record<string, unknown>>,
  writers: readonly { name: string; write: WriteCell }[],
  delimiter: string,
): string {
  let line = '';
  let at = 0;
  for (const { name, write } of writers) {
    const value: unknown = isList(record) ? record[at] : record[name];
    if (at++ > 0) line += delimiter;
    if (value !== null && value !== undefined) line += write(value);
  }
  return `${line}\r\n`;
}

/** Narrows a readonly list, which `Array.isArray` does not. */
function isList(record: object): record is readonly unknown[] {
  return Array.isArray(record);
}

function createCellWriter(
  column: TableColumn,
  { decimal }: CsvStyle,
  quote: (text: string) => string,
): WriteCell {
  const { holds } = column;
  if (holds === 'text') return (value) => quote(toSpreadsheetText(writeText(column, value)));
  // Numbers stay bare, so that a spreadsheet can calculate with them; a minus sign is not a formula.
  if (holds === 'number' && decimal === ',') {
    return (value) => quote(writeText(column, value).replace('.', ','));
  }
  return (value) => quote(writeText(column, value));
}

function createQuoter(delimiter: string): (text: string) => string {
  const special = new RegExp(`["\\r\\n]|${delimiter === '|' ? '\\|' : delimiter}|^\\s|\\s$`);
  return (text) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
}

/** The texts before, between and after records, and in place of them if there are none. */
type JsonStyle = { head: string; between: string; foot: string; none: string };

export const jsonStyles = {
  /** JSON too has one record per line, so that two exports differ line by line. */
  json: { head: '[\n', between: ',\n', foot: '\n]\n', none: '[]\n' },
  ndjson: { head: '', between: '\n', foot: '\n', none: '' },
} as const satisfies Record<string, JsonStyle>;

/** Writes a file from the texts of records. */
export async function* toJsonFile(
  batches: AsyncIterable<readonly string[]>,
  { head, between, foot, none }: JsonStyle,
): AsyncGenerator<string> {
  let isFirst = true;
  for await (const records of inBatches(batches)) {
    yield `${isFirst ? head : between}${records.join(between)}`;
    isFirst = false;
  }
  const end = isFirst ? none : foot;
  if (end !== '') yield end;
}

/** Writes the same file from the bytes of records, each preceded by the separator. */
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
