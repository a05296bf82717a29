import { problem, type Problem } from '../../fields/problem.ts';
import type { FileRow } from '../json-rows.ts';
import { isStandIn, toStandIn } from './stand-in.ts';
import { MAX_COLUMNS, type FileLayout } from './file-layout.ts';
import type { Cell, TableLine } from './table-line.ts';

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
      if (isHeader(line, layout)) return checkHeader(line.cells);
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
  for await (const some of lines) {
    const rows: FileRow[] = [];
    for (const line of some) {
      if ('problem' in line) rows.push({ row: ++row, line: line.line, problem: line.problem });
      else if (columns === undefined) {
        if (isHeader(line, layout)) columns = namesOf(line.cells);
      } else if (line.line >= layout.firstRow && !isEmpty(line.cells)) {
        rows.push({ line: line.line, ...toRow(++row, columns, line.cells, cells) });
      }
    }
    if (rows.length > 0) yield rows;
  }
}

/** Blank rows above the names mean nothing, wherever the names were said to stand. */
function isHeader(line: { line: number; cells: readonly Cell[] }, layout: FileLayout): boolean {
  return line.line >= layout.headerRow && namesOf(line.cells).length > 0;
}

function checkHeader(cells: readonly Cell[]): Header {
  const columns = namesOf(cells);
  if (columns.length > MAX_COLUMNS)
    return { problems: [problem('V016', 'file', { max: MAX_COLUMNS })] };
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
  return names.map((name, at) => name || toStandIn(at, names));
}

function toRow(
  row: number,
  columns: readonly string[],
  line: readonly Cell[],
  cells: 'texts' | 'typed',
): FileRow {
  if (line.length > columns.length && !isEmpty(line.slice(columns.length))) {
    return { row, problem: problem('I023', '', { cells: line.length, columns: columns.length }) };
  }
  // A null prototype, since a column may be called `__proto__`: the reader refuses it by its name.
  const value = Object.create(null) as Record<string, Cell>;
  for (const [at, name] of columns.entries()) {
    const cell = line[at] ?? null;
    // Of a column nobody named, what is empty says nothing, and need not be left out either.
    if (isNothing(cell) && isStandIn(name)) continue;
    value[name] = cell;
  }
  return { row, value, cells };
}

function isEmpty(cells: readonly Cell[]): boolean {
  return cells.every(isNothing);
}

function isNothing(cell: Cell): boolean {
  return cell === null || cell === '';
}
