import { isObject } from '../../../descriptor/json-object.ts';
import { problem, type Problem } from '../../../fields/problems/problem.ts';
import { showCellDate } from '../../formats/read-cell.ts';
import {
  marksWithout,
  toWrongRow,
  type FileRow,
  type SteppedCell,
} from '../../formats/json-rows.ts';
import type { RowOutcome } from '../import-parts.ts';
import { countFailure, type ImportSummary } from '../import-summary.ts';

/**
 * Cells that a person has mended, by row and column: the text that replaces the cell, or null if the row is taken without
 * it. The member is then absent, so the field keeps its value, and a new record gets the default.
 */
export type MendedCells = ReadonlyMap<number, ReadonlyMap<string, string | null>>;

/** The most mended cells of an import, and the most characters of their texts together. */
export const MOST_CELLS = 10_000;
export const MOST_CELL_TEXT = 1_000_000;

/** A mended cell with its text in the file; `old` is absent for an empty cell, and `new` is null for one left out. */
export type MendedCell = { column: string; old?: string; new: string | null };

/** The name of a column that gives the number for `{row}`, in a file made from rows of another file. */
export const ROW_COLUMN = '_row';

/** Replaces the mended cells of one row after the other, and remembers what it has replaced. */
export function createMender(cells: MendedCells = new Map()) {
  const missing = new Set(cells.keys());
  let last = 0;
  const mended = new Map<number, readonly MendedCell[]>();
  return {
    /** What was mended in the rows so far. */
    mended: mended as ReadonlyMap<number, readonly MendedCell[]>,
    /** The rows that were not there so far. */
    missing: missing as ReadonlySet<number>,
    /** The last row so far. */
    last: () => last,
    run(row: FileRow): FileRow {
      last = Math.max(last, row.row);
      const own = cells.get(row.row);
      if (!own) return row;
      missing.delete(row.row);
      if (!('value' in row) || !isObject(row.value)) return row;
      const done = mendRow({ ...row, value: row.value }, own);
      mended.set(row.row, done.mended);
      return done.row;
    },
  };
}

export type Mender = ReturnType<typeof createMender>;

/** Tells with each outcome what was mended in its row. */
export function observeMended(
  { mended }: Mender,
  observe: Observe | undefined,
): Observe | undefined {
  if (!observe) return undefined;
  return (result) => {
    const own = mended.get(result.row);
    observe(own ? { ...result, mended: own } : result);
  };
}

type Observe = (outcome: RowOutcome) => void;

/** Counts the mended rows, and reports as failed those that the file does not have. */
export function reportMissing(
  summary: ImportSummary,
  { mended, missing, last }: Mender,
  observe: Observe | undefined,
): void {
  if (mended.size > 0) summary.mended = mended.size;
  for (const row of missing) {
    const problems = [problem('I086', '', { rows: last() })];
    countFailure(summary, { row }, problems);
    observe?.({ row, outcome: 'failed', problems });
  }
  summary.total += missing.size;
}

type ObjectRow = Extract<FileRow, { value: unknown }> & {
  value: Readonly<Record<string, unknown>>;
};

function mendRow(row: ObjectRow, own: ReadonlyMap<string, string | null>) {
  // A null prototype, as in the rows of tables.
  const value = Object.assign(Object.create(null), row.value) as Record<string, unknown>;
  const mended: MendedCell[] = [];
  let stray: Problem | undefined;
  for (const [column, text] of own) {
    const old = toText(value[column]);
    mended.push({ column, ...(old !== undefined && { old }), new: text });
    if (text !== null) value[column] = text;
    // The columns of a table are known before; a short row of it lacks the last ones.
    else if (!row.cells && !Object.hasOwn(value, column)) stray ??= problem('I085', column);
    else delete value[column];
  }
  if (stray) return { row: toWrongRow(row, stray), mended };
  const isMended = (column: string) => own.has(column);
  const warnings = row.warnings?.filter(({ path }) => !isMended(path));
  const texts = new Set([...(row.texts ?? []), ...own.keys()]);
  const mendedRow: FileRow = {
    ...row,
    value,
    ...marksWithout(row, isMended),
    ...(warnings && { warnings }),
    ...(!row.cells && { texts: [...texts] }),
  };
  return { row: mendedRow, mended };
}

/** The cells that steps have changed, as they are reported. */
export function reportStepped(cells: readonly SteppedCell[]): MendedCell[] {
  return cells.map((one) => {
    const old = toText(one.old);
    return { column: one.column, ...(old !== undefined && { old }), new: toText(one.new) ?? null };
  });
}

/** Long enough to recognize the cell. */
const MAX_SHOWN_LENGTH = 200;

function toText(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const cell = value instanceof Date ? showCellDate(value) : value;
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell);
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;
}

/** The row without the column for `{row}`, and with its number. */
export function takeNumber(row: FileRow): FileRow {
  if (!('value' in row) || !isObject(row.value) || !Object.hasOwn(row.value, ROW_COLUMN))
    return row;
  const { [ROW_COLUMN]: given, ...others } = row.value;
  const number = Number(given);
  const value = Object.assign(Object.create(null), others) as object;
  return { ...row, value, ...(Number.isSafeInteger(number) && number > 0 && { number }) };
}
