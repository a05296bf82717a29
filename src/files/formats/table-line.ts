import type { Problem } from '../../fields/problem.ts';

/** A cell as it stands: CSV has texts, a spreadsheet knows more. */
export type Cell = string | number | boolean | Date | null;

/**
 * One row of a table, or what is wrong in its place; `isFatal` when no more can be read. `errors` are the
 * columns, from 0, whose cells hold an error of a spreadsheet, with its text as the cell.
 */
export type TableLine =
  | { line: number; cells: readonly Cell[]; errors?: readonly number[] }
  | { line: number; problem: Problem; isFatal?: boolean };
