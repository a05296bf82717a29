import { toLetter } from './column-names.ts';
import { inBatches, writeText, type TableColumn, toTableColumns } from './table-column.ts';
import { type XlsxTemplate, createWorkbookTemplate, packWorkbook } from './xlsx-template.ts';
import { toWorkbookText } from '../../fields/text/spreadsheet-text.ts';
import { readCellTime, toLocalTime } from '../../fields/text/time-zone.ts';
import { cellSeconds } from '../../fields/text/cell-seconds.ts';
import { countDigits, countPlaces } from '../../fields/text/decimal-digits.ts';
import type { App, Resource } from '../../descriptor/descriptor.ts';
import type { Cell } from './table-rows.ts';
import { showCellDate } from './read-cell.ts';
import type { FileRow } from './json-rows.ts';
import { createCellFormats, STYLES } from './xlsx-styles.ts';
import { requireItem } from '../../fields/require-entry.ts';

/** The rows of a sheet below the row of names. */
export const MAX_XLSX_RECORDS = 1_048_575;

/** Writes records as a workbook (ECMA-376), packed as they arrive. */
export async function* toXlsxFile(
  batches: AsyncIterable<readonly string[]>,
  columns: readonly TableColumn[],
  template: XlsxTemplate,
): AsyncGenerator<Uint8Array> {
  yield* packWorkbook(toPieces(batches, styleColumns(columns, template)), template);
}

/** Adds to each column its letter, the time zone, and the style of its cells in the template. */
function styleColumns(
  columns: readonly TableColumn[],
  { styles, timeZone }: XlsxTemplate,
): StyledColumn[] {
  return columns.map((column, at) => ({
    ...column,
    timeZone,
    letter: toLetter(at),
    style: styles[at] ?? '',
  }));
}

async function* toPieces(
  batches: AsyncIterable<readonly string[]>,
  columns: readonly StyledColumn[],
): AsyncGenerator<string> {
  let row = 1;
  for await (const records of inBatches(batches)) {
    let xml = '';
    for (const json of records)
      xml += toXlsxRow(JSON.parse(json) as Record<string, unknown>, ++row, columns);
    yield xml;
  }
}

/** The row of one record in the XML of a worksheet (ECMA-376, 18.3.1.73); empty cells are left out. */
function toXlsxRow(
  record: Readonly<Record<string, unknown>>,
  row: number,
  columns: readonly StyledColumn[],
): string {
  let cells = '';
  for (const column of columns) {
    const value = record[column.name];
    if (value === null || value === undefined) continue;
    cells += toCell(column, value, `r="${column.letter}${row}"${column.style}`);
  }
  return `<row r="${row}">${cells}</row>`;
}

/** A column with its letter, the style attribute of its cells, and whether the current cell has an error or no result. */
type StyledColumn = TableColumn & {
  letter: string;
  style: string;
  timeZone: string;
  isError?: boolean;
  isUnsolved?: boolean;
};

function toCell(column: StyledColumn, value: unknown, attributes: string): string {
  const { holds } = column;
  // Its own formula must not run where the file is opened; what counts is that the cell has no result.
  if (column.isUnsolved) return `<c ${attributes}><f>NA()</f></c>`;
  if (column.isError) return `<c ${attributes} t="e"><v>${escapeXml(value as string)}</v></c>`;
  if (value instanceof Date) return `<c ${attributes}><v>${toSentSerial(value)}</v></c>`;
  if (holds === 'number' && isExactInCell(column, value))
    return `<c ${attributes}><v>${value as number | string}</v></c>`;
  if (holds === 'boolean') return `<c ${attributes} t="b"><v>${value ? 1 : 0}</v></c>`;
  const serial = serialOf(column, value as string);
  if (serial !== undefined) return `<c ${attributes}><v>${serial}</v></c>`;
  const written = writeText(column, value);
  // A cell without a field is returned as it was sent.
  const text = column.field ? toWorkbookText(written) : written;
  if (text === '') return '';
  return `<c ${attributes} t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
}

function serialOf({ holds, timeZone }: StyledColumn, value: string): number | undefined {
  if (holds === 'text' || holds === 'number') return undefined;
  return toSerial(holds === 'moment' ? toClock(value, timeZone) : value);
}

/** Spreadsheets keep 15 digits of a number, and no zeros at its end; what would lose any is written as text. */
function isExactInCell({ field }: TableColumn, value: unknown): boolean {
  if (typeof value === 'number') return true;
  const { whole, fraction } = countDigits(String(value)) ?? { whole: 0, fraction: 0 };
  const hasScale = !field || field.kind.column(field.settings).scale !== undefined;
  return whole + fraction <= 15 && (hasScale || countPlaces(String(value)) === fraction);
}

const DAY = 86_400_000;
/** Day 0 of the 1900 calendar, valid from March 1900; before that Excel counts a day that never existed. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const FIRST_SURE_DAY = 61;
const LAST_DAY = 2_958_465;

/**
 * What clocks show at a moment. When they go back, an hour comes twice, and a cell could not tell which one it is: both
 * become text.
 */
function toClock(written: string, timeZone: string): string | undefined {
  if (timeZone === 'UTC') return written;
  const moment = new Date(written);
  const clock = new Date(`${toLocalTime(moment, timeZone)}Z`);
  return readCellTime(clock, timeZone).isTwice ? undefined : clock.toISOString();
}

/** Days since 1900; undefined if spreadsheets do not have the day, which is then written as text. */
function toSerial(written: string | undefined): number | undefined {
  const serial = (Date.parse(written ?? '') - DAY_ZERO) / DAY;
  return serial >= FIRST_SURE_DAY && serial < LAST_DAY + 1 ? serial : undefined;
}

/** Days since 1900 of a cell of a sent workbook; before March 1900, as its program counted them. */
function toSentSerial(cell: Date): number {
  return toSerial(cell.toISOString()) ?? cellSeconds(cell) / 86_400;
}

/**
 * Escapes a text. Characters unknown to XML 1.0 are written by number (ECMA-376, 22.4.2.4); so is a carriage
 * return, which XML readers turn into a line feed. Text that looks like such a number is escaped too.
 */
function escapeXml(text: string): string {
  return text
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"]/g, (sign) => named[sign] ?? sign)
    .replace(
      unknownToXml,
      (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    );
}

const named: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const unknownToXml = /[\u0000-\u0008\u000b-\u000d\u000e-\u001f\ufffe\uffff]/g;

/** A column of a sent file, and the field it was mapped to; undefined if it was left out. */
type SentColumn = { name: string; field: string | undefined };

/** The cells of a row by column, and what the workbook says of them besides. */
export type SentRow = {
  cells: Readonly<Record<string, Cell | undefined>>;
} & Pick<ReadableRow, 'errors' | 'unsolved' | 'shown'>;

type ReadableRow = Extract<FileRow, { value: unknown }>;

/**
 * Writes rows of a workbook as they were sent, in the form of an export: fields stored as text have
 * text cells, so that a corrected CAS number does not become a date again, and choices can be picked. All other dates
 * and times stay such cells, because a text would have to name a time zone that they do not have.
 */
export async function* toFailedWorkbook(
  app: App,
  resource: Resource,
  sent: readonly SentColumn[],
  rows: AsyncIterable<SentRow>,
): AsyncGenerator<Uint8Array> {
  const taken = toTableColumns(
    resource,
    sent.map(({ field }) => field ?? ''),
  );
  const columns = taken.map((column, at) => ({ ...column, name: requireItem(sent, at).name }));
  const template = await createWorkbookTemplate(app, resource, columns);
  const { [STYLES]: styles, ...parts } = Object.fromEntries(template.parts);
  const formats = createCellFormats(styles ?? new Uint8Array());
  yield* packWorkbook(
    toRows(rows, styleColumns(columns, template), { ...template, formats }),
    { ...template, parts: new Map(Object.entries(parts)) },
    () => new Map([[STYLES, formats.end()]]),
  );
}

async function* toRows(
  rows: AsyncIterable<SentRow>,
  columns: readonly StyledColumn[],
  { timeStyle, formats }: XlsxTemplate & { formats: ReturnType<typeof createCellFormats> },
) {
  let number = 1;
  for await (const { cells, errors = [], unsolved, shown } of rows) {
    const sent = columns.map((column) => toSent(column, cells[column.name]));
    const asSent = columns.map((column, at) => {
      const format = shown?.get(column.name)?.format;
      return {
        ...holdingAs(column, sent[at], timeStyle),
        isError: errors.includes(column.name),
        isUnsolved: unsolved?.has(column.name) ?? false,
        // What is shown for the number is what its field reads.
        ...(format !== undefined && { style: formats.styleOf(format) }),
      };
    });
    const row = Object.fromEntries(
      columns.map(({ name }, at) => [name, asSent[at]?.isUnsolved ? '' : sent[at]]),
    );
    yield toXlsxRow(row, ++number, asSent);
  }
}

/**
 * A date stays one, unless its field cannot read such a cell: then it is the text that the cell shows. A column without
 * a field may be for another record, or for a step.
 */
function toSent({ field }: StyledColumn, cell: Cell | undefined): Cell | undefined {
  const isRead = field === undefined || field.kind.text.cell !== undefined;
  return cell instanceof Date && !isRead ? showCellDate(cell) : cell;
}

/** A cell keeps its own type and clock, whatever its field expects: that is why the row failed. No field writes it. */
function holdingAs(column: StyledColumn, cell: Cell | undefined, timeStyle: string): StyledColumn {
  const isStyled = column.holds === 'date' || column.holds === 'moment';
  return {
    ...column,
    field: undefined,
    holds: heldBy(cell),
    ...(cell instanceof Date && !isStyled && { style: timeStyle }),
  };
}

function heldBy(cell: Cell | undefined): TableColumn['holds'] {
  if (typeof cell === 'number') return 'number';
  return typeof cell === 'boolean' ? 'boolean' : 'text';
}
