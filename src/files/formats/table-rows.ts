import { problem, type Problem } from '../../fields/problems/problem.ts';
import type { FileRow } from './json-rows.ts';
import { toLetter, isPlaceholder, toPlaceholder } from './column-names.ts';
import type { ShownNumber } from './xlsx-formats.ts';
import type { UnsolvedCell } from './xlsx-marks.ts';
import { MAX_COLUMNS, type FileLayout } from './file-layout.ts';
/** The column names of a table, in their order, or their problems. */
export type Header = { columns: readonly string[] } | { problems: Problem[] };

/** Reads down to the column names. A problem with them would affect every row, so no rows are read then. */
export async function readHeader(
  lines: AsyncIterable<readonly TableLine[]>,
  layout: FileLayout,
): Promise<Header> {
  let header: Header | undefined;
  let columns: readonly string[] = [];
  for await (const some of lines) {
    for (const line of some) {
      if ('problem' in line) return header ?? { problems: [{ ...line.problem, path: 'file' }] };
      if (header) columns = withFurther(columns, line.cells);
      else if (isHeader(line, layout)) {
        header = checkHeader(line.cells, layout);
        if ('problems' in header || layout.further !== 'columns') return header;
        ({ columns } = header);
      }
    }
  }
  if (header) return { columns };
  return { problems: [problem('I020', 'file', { row: layout.headerRow })] };
}

/**
 * Reads the records of a table, each row with the column names. Rows are counted from
 * 1 below the names, as in every file; empty rows do not count.
 */
export async function* readTableRows(
  lines: AsyncIterable<readonly TableLine[]>,
  layout: FileLayout,
): AsyncGenerator<FileRow[]> {
  let columns: readonly string[] | undefined;
  let row = 0;
  /** The expected numbers of cells in a row: that of the names, and that of the first row. */
  const usual = new Set<number>();
  const toFileRow = (names: readonly string[], line: Line): FileRow => {
    const read = toRow(++row, names, line, layout);
    const warnings =
      kindOf(layout) === 'texts'
        ? [...checkLine(names.length, line, usual), ...checkGuess(names, line, layout)]
        : [];
    return { line: line.line, ...read, ...(warnings.length > 0 && { warnings }) };
  };
  for await (const some of lines) {
    const rows: FileRow[] = [];
    for (const line of some) {
      if ('problem' in line) rows.push({ row: ++row, line: line.line, problem: line.problem });
      else if (columns === undefined) {
        if (!isHeader(line, layout)) continue;
        columns = toColumns(line.cells, layout);
        usual.add(line.cells.length);
        if (layout.headerRow === 0) rows.push(toFileRow(columns, line));
      } else if (line.line >= layout.firstRow && (line.unsolved || !isEmpty(line.cells))) {
        if (row === 0) usual.add(line.cells.length);
        rows.push(toFileRow(columns, line));
      }
    }
    if (rows.length > 0) yield rows;
  }
}

type Line = Extract<TableLine, { cells: unknown }>;

/** Skips blank rows above the names, wherever they should be. Without names the first row gives the columns. */
function isHeader({ line, cells }: Line, { headerRow, firstRow }: FileLayout): boolean {
  return line >= (headerRow === 0 ? firstRow : headerRow) && lengthOf(cells) > 0;
}

function toColumns(cells: readonly Cell[], { headerRow }: FileLayout): string[] {
  return headerRow === 0
    ? Array.from({ length: lengthOf(cells) }, (_, at) => toLetter(at))
    : namesOf(cells);
}

function checkHeader(cells: readonly Cell[], layout: FileLayout): Header {
  if (lengthOf(cells) > MAX_COLUMNS)
    return { problems: [problem('I041', 'file', { max: MAX_COLUMNS })] };
  const columns = toColumns(cells, layout);
  const problems = columns.flatMap((name, at) =>
    columns.indexOf(name) === at ? [] : [problem('I022', 'file', { name })],
  );
  return problems.length > 0 ? { problems } : { columns };
}

/**
 * The column names without the empty cells that spreadsheets leave at the end. A column without a
 * name in between gets a placeholder with its letter, so that a user can map it or leave it out.
 */
function namesOf(cells: readonly Cell[]): string[] {
  const names = cells.map((cell) => (cell === null ? '' : String(cell).trim()));
  while (names.at(-1) === '') names.pop();
  return names.map((name, at) => name || toPlaceholder(at, names));
}

/** The number of cells up to the last one with a value. */
function lengthOf(cells: readonly Cell[]): number {
  return cells.findLastIndex((cell) => !isNothing(cell)) + 1;
}

function pairOf(name: string | undefined, { text, isExact, format }: ShownNumber) {
  return name === undefined ? [] : [[name, { text, isExact, format }] as const];
}

/** The columns with one for each further cell of a row that has a value, named by its letter. */
function withFurther(columns: readonly string[], cells: readonly Cell[]): readonly string[] {
  const length = lengthOf(cells);
  if (length <= columns.length) return columns;
  const all = [...columns];
  while (all.length < length) all.push(toPlaceholder(all.length, all));
  return all;
}

function toRow(row: number, named: readonly string[], line: Line, layout: FileLayout): FileRow {
  const { further } = layout;
  const kind = kindOf(layout);
  const { cells, errors, unsolved, shown } = line;
  const isTooLong = cells.length > named.length && !isEmpty(cells.slice(named.length));
  const columns = isTooLong && further === 'columns' ? withFurther(named, cells) : named;
  if (isTooLong && further === undefined) {
    return { row, problem: problem('I023', '', { cells: cells.length, columns: columns.length }) };
  }
  // A spreadsheet leaves out the empty cells at the end of a row; a text that has fewer was cut off, or shifted.
  const present = kind === 'texts' ? columns.slice(0, cells.length) : columns;
  return {
    row,
    value: nameCells(present, cells),
    cells: kind,
    ...(present.length < columns.length && { lacking: columns.slice(present.length) }),
    ...((errors || unsolved || shown) && nameMarks(columns, line)),
  };
}

function nameCells(columns: readonly string[], cells: readonly Cell[]): Record<string, Cell> {
  // A null prototype, because a column may have the name `__proto__`, which the reader then rejects by name.
  const value = Object.create(null) as Record<string, Cell>;
  for (const [at, name] of columns.entries()) {
    const cell = cells[at] ?? null;
    // An empty cell in an unnamed column means nothing, so the user need not leave out the column.
    if (!isNothing(cell) || !isPlaceholder(name)) value[name] = cell;
  }
  return value;
}

function nameMarks(columns: readonly string[], { errors = [], unsolved = [], shown = [] }: Line) {
  return {
    ...(unsolved.length > 0 && {
      unsolved: new Map(
        unsolved.flatMap(({ column, formula }) => {
          const name = columns[column];
          return name === undefined ? [] : [[name, formula] as const];
        }),
      ),
    }),
    ...(shown.length > 0 && {
      shown: new Map(shown.flatMap((one) => pairOf(columns[one.column], one))),
    }),
    ...(errors.length > 0 && { errors: errors.flatMap((at) => columns[at] ?? []) }),
  };
}

function kindOf({ format }: FileLayout): 'typed' | 'texts' {
  return format === 'xlsx' ? 'typed' : 'texts';
}

/** Warns of a row whose values may be in the wrong columns. */
function checkLine(columns: number, { cells, stray }: Line, usual: ReadonlySet<number>): Problem[] {
  const warnings: Problem[] = [];
  if (cells.length > columns && !usual.has(cells.length))
    warnings.push(problem('I051', '', { cells: cells.length, columns }));
  if (stray !== undefined) warnings.push(problem('I052', '', { value: stray }));
  return warnings;
}

/** Warns of each cell whose letters may be wrong, because the encoding is only a guess. */
function checkGuess(
  columns: readonly string[],
  { cells }: Line,
  { isGuessed, encoding }: FileLayout,
): Problem[] {
  if (!isGuessed) return [];
  return columns.flatMap((column, at) =>
    hasForeign(cells[at]) ? [problem('I099', column, { encoding })] : [],
  );
}

/** Whether a text has characters beyond ASCII, which differ between encodings. */
export function hasForeign(text: unknown): boolean {
  return typeof text === 'string' && /[^\x00-\x7f]/.test(text);
}

function isEmpty(cells: readonly Cell[]): boolean {
  return cells.every(isNothing);
}

/** An empty cell, or one with blanks only. */
export function isNothing(cell: unknown): boolean {
  return cell === null || (typeof cell === 'string' && cell.trim() === '');
}

/** A cell as it is in the file: CSV has texts, a workbook also other types. */
export type Cell = string | number | boolean | Date | null;

/**
 * One row of a table, or the problem in its place; `isFatal`: no more can be read. `errors`
 * are the columns, from 0, whose cells hold a spreadsheet error, with its text as the cell; `stray` is a cell with
 * text outside its quotes.
 */
export type TableLine =
  | {
      line: number;
      cells: readonly Cell[];
      errors?: readonly number[];
      unsolved?: readonly UnsolvedCell[];
      /** What a spreadsheet program shows for numbers, if it differs. */
      shown?: readonly (ShownNumber & { column: number })[];
      stray?: string;
    }
  | { line: number; problem: Problem; isFatal?: boolean };
