import type { Row } from '../../descriptor/infer/column-facts.ts';
import { isObject } from '../../descriptor/json-object.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { convert } from '../formats/conversion.ts';
import type { FileLayout } from '../formats/file-layout.ts';
import { formats } from '../formats/formats.ts';
import type { FileRow } from '../formats/json-rows.ts';
import { writeCellDate } from '../formats/read-cell.ts';
import { readFileRows, readLines } from '../formats/read-file.ts';
import type { TableLine } from '../formats/table-rows.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import type { OpenFile } from './import-parts.ts';
import { suggestHeader } from './suggest/suggest-header.ts';

/** How many lines are searched for the header row. */
const HEAD_LINES = 30;

/** The layout of a table with the header row that its first lines suggest. */
export async function withHeader(open: OpenFile, layout: FileLayout): Promise<FileLayout> {
  const lines: Extract<TableLine, { cells: unknown }>[] = [];
  for await (const some of readLines(open, layout)) {
    for (const line of some) if ('cells' in line) lines.push(line);
    if (lines.length >= HEAD_LINES) break;
  }
  const headerRow = suggestHeader([], lines.slice(0, HEAD_LINES));
  return headerRow === undefined ? layout : { ...layout, headerRow, firstRow: headerRow + 1 };
}

/** A row that is no record. */
export type WrongRow = { row: number; line: number | undefined; problem: Problem };

/** The records from which fields are inferred. */
export type Examples = {
  rows: readonly Row[];
  /** All values are texts as in a table. */
  isWritten: boolean;
  /** The columns whose numbers have decimal commas. */
  commas: readonly string[];
  wrong: readonly WrongRow[];
  /** Whether the file has no other rows. */
  isWhole: boolean;
};

/** How much of a file is read: rows, and values in them, because a table can be wide. */
type Most = { rows: number; values: number };

/** Reads the first records of a file in the same way as an import. */
export async function readExamples(
  open: OpenFile,
  layout: FileLayout,
  most: Most,
): Promise<Examples> {
  const isWritten = formats[layout.format].isTable;
  const rows: Row[] = [];
  const wrong: WrongRow[] = [];
  let values = 0;
  const isFull = (): boolean => rows.length >= most.rows || values >= most.values;
  let isWhole = true;
  for await (const some of readFileRows(open, layout)) {
    await yieldToEventLoop();
    for (const each of some) {
      isWhole &&= !isFull();
      if (!isWhole) break;
      const read = toExample(each);
      if ('problem' in read) wrong.push({ row: each.row, line: each.line, ...read });
      else rows.push(read.value);
      values += 'value' in read ? Object.keys(read.value).length : 1;
    }
    if (!isWhole) break;
  }
  const pointed = isWritten ? await withPoints(rows) : { rows, columns: [] };
  return { rows: pointed.rows, isWritten, commas: pointed.columns, wrong, isWhole };
}

function toExample(row: FileRow): { value: Row } | { problem: Problem } {
  if ('problem' in row) return { problem: row.problem };
  if (!isObject(row.value)) return { problem: problem('V002', '', { expected: 'object' }) };
  if (row.cells !== 'typed') return { value: row.value };
  const cells = Object.entries(row.value).map(([name, cell]) => [name, toText(cell)] as const);
  return { value: Object.fromEntries(cells) };
}

/** The cell of a workbook as a text file has it. */
function toText(cell: unknown): string {
  if (cell instanceof Date) return writeCellDate(cell);
  if (typeof cell === 'string') return cell;
  return cell === null || cell === undefined ? '' : JSON.stringify(cell);
}

const decimalComma = /^[-+]?(\d+|\d{1,3}([.\s'’]\d{3})+)(,\d+)?$/;

/** Writes numbers with decimal commas as an import reads them, and names their columns. `1,234` alone is ambiguous. */
async function withPoints(rows: readonly Row[]): Promise<{ rows: Row[]; columns: string[] }> {
  const columns: string[] = [];
  for (const name of new Set(rows.flatMap(Object.keys))) {
    await yieldToEventLoop();
    const texts = rows.map((row) => textOf(row[name])).filter((text) => text !== '');
    const isClear = texts.some((text) => /,(\d{1,2}|\d{4,})$/.test(text));
    if (isClear && texts.every((text) => decimalComma.test(text))) columns.push(name);
  }
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
