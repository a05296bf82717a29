import { checkField } from '../../descriptor/field-check.ts';
import { isBareNumber } from '../../fields/text/bare-number.ts';
import type { Field } from '../../fields/type/field.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { writeList } from '../../fields/text/written-list.ts';
import { fromSpreadsheetText } from '../../fields/text/spreadsheet-text.ts';
import { convert, type Conversion } from './conversion.ts';
import type { Cell } from './table-rows.ts';

/** The value of a table cell in the JSON form of its field, unchecked. */
type CellValue = { value: unknown; warning?: Problem } | { problem: Problem };

/** The source of a cell: a file, a workbook cell with an error, or a person. */
export type CellOrigin = 'file' | 'error' | 'person';

/** Reads a cell in the form in which its field writes it; a time in a workbook is one of the time zone. */
export function readCell(
  field: Field,
  cell: Cell,
  origin: CellOrigin,
  { timeZone, ...conversion }: Conversion & { timeZone?: string | undefined } = {},
): CellValue {
  if (isEmpty(field, cell)) return { value: null };
  if (origin === 'error') return { problem: problem('I027', field.name, { value: String(cell) }) };
  if (cell instanceof Date) return readDate(field, cell, timeZone);
  if (typeof cell === 'number' && isBareNumber(field)) return { value: readNumber(field, cell) };
  if (typeof cell === 'boolean' && isBoolean(field)) return { value: cell };
  const text = origin === 'person' ? String(cell) : fromSpreadsheetText(String(cell));
  const converted = convert(text, conversion);
  const written = typeof converted === 'string' ? converted : writeList(converted);
  return { value: written === '' ? null : field.kind.text.read(written, field.settings) };
}

function isEmpty(field: Field, cell: Cell): boolean {
  if (cell === null || cell === '') return true;
  return typeof cell === 'string' && cell.trim() === '' && !keepsBlanks(field, cell);
}

function readDate(field: Field, cell: Date, timeZone = 'UTC'): CellValue {
  const value = field.kind.text.cell?.(cell, field.settings, timeZone);
  if (value === undefined) return { problem: problem('I026', field.name) };
  const warning = field.kind.text.warnOfCell?.(cell, timeZone);
  return { value, ...(warning && { warning: { ...warning, path: field.name } }) };
}

/** Spreadsheets show and calculate with 15 digits; the file may have the noise of a binary fraction after them. */
function readNumber({ kind, settings }: Field, cell: number): unknown {
  if (kind.column(settings).sql !== 'numeric') return cell;
  return kind.text.read(String(Number(cell.toPrecision(15))), settings);
}

function isBoolean({ kind, settings }: Field): boolean {
  const { sql, many = false } = kind.column(settings);
  return sql === 'boolean' && !many;
}

/** Whether a field accepts blanks as a value. For others they are an empty cell. */
function keepsBlanks(field: Field, blanks: string): boolean {
  const checked = checkField(field, blanks);
  return 'value' in checked && checked.value === blanks;
}

/** A date of a workbook as text. A day loses the midnight that every such cell has. */
export function writeCellDate(moment: Date): string {
  return moment.toISOString().replace('T00:00:00.000Z', '');
}

/** The same to look at: such a time belongs to no zone, so it shows none. */
export function showCellDate(moment: Date): string {
  return writeCellDate(moment)
    .replace('T', ' ')
    .replace(/(\.000)?Z$/, '');
}
