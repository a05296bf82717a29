import { isObject } from '../../descriptor/json-object.ts';
import { writeCellDate } from '../formats/write-cell-date.ts';
import type { Problem } from '../../fields/problem.ts';

/** A row as the file has it, and by field the column it was read from. */
export type RowOrigin = { cells: unknown; columnsOf: ReadonlyMap<string, string> };

/** What is wrong with a row, and where the file says it: in which column, with which text. */
export type RowProblem = Offer & { column?: string; value?: string };

/** What is wrong with a value, or deserves a look, and the value that was probably meant. */
export type Offer = Problem & { proposed?: string };

/** Enough to find the cell by, and to see what is wrong with it. */
const LONGEST = 200;

export function locateProblem(origin: RowOrigin | undefined, problem: Offer): RowProblem {
  if (!origin || !isObject(origin.cells) || problem.path === '') return problem;
  const { cells, columnsOf } = origin;
  const column = columnsOf.get(problem.path.split('.', 1)[0]!) ?? problem.path;
  if (!Object.hasOwn(cells, column)) return problem;
  const value = toText(cells[column]);
  return { ...problem, column, ...(value === undefined ? {} : { value }) };
}

function toText(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  const text = value instanceof Date ? writeCellDate(value) : asText(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
