import { problem, type Problem } from '../../fields/problem.ts';
import type { FileRow } from './json-rows.ts';
import { toLetter, isPlaceholder, toPlaceholder } from './column-names.ts';
import { MAX_COLUMNS, type FileLayout } from './file-layout.ts';
/** The names of a table's columns, in their order. */
export type Header = { columns: readonly string[] } | { problems: Problem[] };

/** Reads down to the names of the columns; what is wrong with them is wrong with every row, so nothing is read with it. */
export async function readHeader(
  lines: AsyncIterable<readonly TableLine[]>,
  layout: FileLayout,
): Promise<Header> {
  for await (const some of lines) {
    for (const line of some) {
      if ('problem' in line) return { problems: [{ ...line.problem, path: 'file' }] };
      if (isHeader(line, layout)) return checkHeader(line.cells, layout);
    }
  }
  return { problems: [problem('I020', 'file', { row: layout.headerRow })] };
}

/**
 * The records of a table: each row under the names of the columns. Rows are
 * counted from 1 below the names, as in every file; empty ones are none.
 */
export async function* readTableRows(
  lines: AsyncIterable<readonly TableLine[]>,
  layout: FileLayout,
): AsyncGenerator<FileRow[]> {
  const cells = layout.format === 'xlsx' ? 'typed' : 'texts';
  let columns: readonly string[] | undefined;
  let row = 0;
  /** As many cells as the names have, or the first row, are what the file means. */
  const usual = new Set<number>();
  const toFileRow = (line: Line): FileRow => {
    const read = toRow(++row, columns!, line, cells);
    const warnings = cells === 'texts' ? checkLine(columns!.length, line.cells, usual) : [];
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
        if (layout.headerRow === 0) rows.push(toFileRow(line));
      } else if (line.line >= layout.firstRow && !isEmpty(line.cells)) {
        if (row === 0) usual.add(line.cells.length);
        rows.push(toFileRow(line));
      }
    }
    if (rows.length > 0) yield rows;
  }
}

type Line = Extract<TableLine, { cells: unknown }>;

/** Blank rows above the names mean nothing, wherever the names were said to stand. Without names the first row tells how many columns there are. */
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
 * Without the empty ends a spreadsheet leaves behind the last column. One without a name in between
 * is called by its letter, so that it is mapped or left out by whoever knows what it is.
 */
function namesOf(cells: readonly Cell[]): string[] {
  const names = cells.map((cell) => (cell === null ? '' : String(cell).trim()));
  while (names.at(-1) === '') names.pop();
  return names.map((name, at) => name || toPlaceholder(at, names));
}

/** Without the empty cells behind the last one that holds something. */
function lengthOf(cells: readonly Cell[]): number {
  return cells.findLastIndex((cell) => !isNothing(cell)) + 1;
}

function toRow(
  row: number,
  columns: readonly string[],
  line: Line,
  kind: 'texts' | 'typed',
): FileRow {
  const { cells, errors = [] } = line;
  if (cells.length > columns.length && !isEmpty(cells.slice(columns.length))) {
    return { row, problem: problem('I023', '', { cells: cells.length, columns: columns.length }) };
  }
  // A null prototype, since a column may be called `__proto__`: the reader refuses it by its name.
  const value = Object.create(null) as Record<string, Cell>;
  // A spreadsheet leaves out the empty cells at the end of a row; a text that has fewer was cut off, or shifted.
  const given = kind === 'texts' ? columns.slice(0, cells.length) : columns;
  for (const [at, name] of given.entries()) {
    const cell = cells[at] ?? null;
    // Of a column nobody named, what is empty says nothing, and need not be left out either.
    if (isNothing(cell) && isPlaceholder(name)) continue;
    value[name] = cell;
  }
  return {
    row,
    value,
    cells: kind,
    ...(errors.length > 0 && { errors: errors.map((at) => columns[at]!) }),
  };
}

/** What somebody should look at who imports the row: what it says may stand in the wrong columns. */
function checkLine(columns: number, line: readonly Cell[], usual: ReadonlySet<number>): Problem[] {
  const warnings: Problem[] = [];
  const params = { cells: line.length, columns };
  if (line.length < columns) warnings.push(problem('I050', '', params));
  else if (line.length > columns && !usual.has(line.length))
    warnings.push(problem('I051', '', params));
  const stray = line.find((cell) => typeof cell === 'string' && strayQuote.test(cell));
  if (stray !== undefined) warnings.push(problem('I052', '', { value: stray as string }));
  return warnings;
}

/** Quotes with something outside of them, so that they are part of the text. */
const strayQuote = /^\s+"[^]*"\s*$|^"[^]*"\s+$|^"[^"]+"[^"\s]/;

function isEmpty(cells: readonly Cell[]): boolean {
  return cells.every(isNothing);
}

function isNothing(cell: Cell): boolean {
  return cell === null || (typeof cell === 'string' && cell.trim() === '');
}

/** A cell as it stands: CSV has texts, a spreadsheet knows more. */
export type Cell = string | number | boolean | Date | null;

/**
 * One row of a table, or what is wrong in its place; `isFatal` when no more can be read. `errors` are the
 * columns, from 0, whose cells hold an error of a spreadsheet, with its text as the cell.
 */
export type TableLine =
  | { line: number; cells: readonly Cell[]; errors?: readonly number[] }
  | { line: number; problem: Problem; isFatal?: boolean };
