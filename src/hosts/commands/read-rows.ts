import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { Row } from '../../descriptor/infer/column-facts.ts';
import { delimiters } from '../../files/formats/file-scan.ts';
import type { FileLayout } from '../../files/formats/file-layout.ts';
import { readFileRows, readLines } from '../../files/formats/read-file.ts';
import type { TableLine } from '../../files/formats/table-rows.ts';
import { formats } from '../../files/formats/formats.ts';
import { suggestHeader } from '../../files/import/suggest-header.ts';
import { Refusal, toLine } from '../refusal.ts';
import { checkColumns, findLayout } from './detect-layout.ts';
import { convert } from '../../files/formats/conversion.ts';

const decimalComma = /^[-+]?(\d+|\d{1,3}([.\s'’]\d{3})+)(,\d+)?$/;

/** The number of rows that decide the type of a column; a file can have more. */
export const mostRows = 50_000;
const HEAD_LINES = 30;

export type RowsFile = {
  name: string;
  rows: Row[];
  isWritten: boolean;
  isCut: boolean;
  /** How it was found to be written, each a sentence. */
  remarks: string[];
};

/** Reads the first rows of a JSON array, NDJSON, CSV or TSV file in the same way as an import. */
export async function readRows(
  path: string,
  said: ReadonlyMap<string, string> = new Map(),
): Promise<RowsFile> {
  const extension = extname(path).toLowerCase();
  if (!extensions.includes(extension)) {
    throw new Refusal([`${path}: the file name must end in ${extensions.join(', ')}`]);
  }
  await access(path).catch((error: NodeJS.ErrnoException) => {
    throw new Refusal([`${path} cannot be read (${error.code})`], { cause: error });
  });
  const found = await findLayout(path, said);
  const { isTable } = formats[found.format];
  const layout = isTable && !said.has('headerRow') ? await withHeader(path, found) : found;
  await checkColumns(path, layout);
  const rows: Row[] = [];
  for await (const some of readFileRows(() => createReadStream(path), layout)) {
    for (const row of some) if (rows.length < mostRows) rows.push(toRow(path, row));
    if (rows.length === mostRows) break;
  }
  if (rows.length === 0) throw new Refusal([`${path}: the file contains no records`]);
  const pointed = isTable ? withPoints(rows) : { rows, columns: [] };
  return {
    name: basename(path, extname(path)),
    rows: pointed.rows,
    isWritten: isTable,
    isCut: rows.length === mostRows,
    remarks: isTable ? sayLayout(layout, pointed.columns) : [],
  };
}

const extensions = ['.json', '.ndjson', '.jsonl', '.csv', '.tsv'];

async function withHeader(path: string, layout: FileLayout): Promise<FileLayout> {
  const lines: Extract<TableLine, { cells: unknown }>[] = [];
  for await (const some of readLines(() => createReadStream(path), layout)) {
    for (const line of some) if ('cells' in line) lines.push(line);
    if (lines.length >= HEAD_LINES) break;
  }
  const headerRow = suggestHeader({ fields: new Map() }, lines.slice(0, HEAD_LINES));
  return headerRow === undefined ? layout : { ...layout, headerRow, firstRow: headerRow + 1 };
}

function toRow(
  path: string,
  row: { row: number } & ({ value: unknown } | { problem: object }),
): Row {
  const at = `${path}, row ${row.row}`;
  if ('problem' in row) throw new Refusal([`${at}: ${toLine(row.problem as never)}`]);
  if (typeof row.value !== 'object' || row.value === null || Array.isArray(row.value)) {
    throw new Refusal([`${at}: a record must be an object in { }`]);
  }
  return row.value as Row;
}

const delimiterNames: Record<(typeof delimiters)[number], string> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
};

function sayLayout(
  { delimiter, encoding, headerRow }: FileLayout,
  pointed: readonly string[],
): string[] {
  const between = delimiters.find((one) => one === delimiter);
  return [
    `cells are separated by ${between ? delimiterNames[between] : delimiter}`,
    ...(encoding === 'utf-8' ? [] : [`the encoding is ${encoding}`]),
    ...(headerRow === 1
      ? []
      : [headerRow === 0 ? 'there is no header row' : `the header is in row ${headerRow}`]),
    ...pointed.map((name) => `${name} uses decimal commas: import the file with --decimal ,`),
  ];
}

/** Finds number columns with decimal commas, as an import reads them. `1,234` alone is ambiguous. */
function withPoints(rows: readonly Row[]): { rows: Row[]; columns: string[] } {
  const columns = [...new Set(rows.flatMap(Object.keys))].filter((name) => {
    const texts = rows.map((row) => textOf(row[name])).filter((text) => text !== '');
    const isClear = texts.some((text) => /,(\d{1,2}|\d{4,})$/.test(text));
    return isClear && texts.every((text) => decimalComma.test(text));
  });
  const point = (row: Row): Row => ({
    ...row,
    ...Object.fromEntries(
      columns.map((name) => [name, convert(textOf(row[name]), { decimal: ',' })]),
    ),
  });
  return { rows: columns.length === 0 ? [...rows] : rows.map(point), columns };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
