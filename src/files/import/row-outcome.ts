import { problem, type Problem } from '../../fields/problem.ts';
import type { RowOutcome } from './import-parts.ts';
import type { ImportRun } from './import-run.ts';
import { countFailure, countWarnings } from './import-summary.ts';
import type { RowPlan } from './row-plan.ts';
import type { ReadRow } from './row-reader.ts';
import { isObject } from '../../descriptor/json-object.ts';
import { writeCellDate } from '../formats/read-cell.ts';

type Placed = Pick<ReadRow, 'row' | 'line' | 'origin' | 'warnings'>;

/** Counts a row that does not go in, and says why. */
export function countFailed(run: ImportRun, read: Placed, problems: readonly Problem[]): void {
  const located = problems.map((one) => locateProblem(read.origin, one));
  countFailure(run.summary, { row: read.row }, located);
  run.observe?.({ ...toPlace(read), outcome: 'failed', problems: located });
}

/** Counts a row that could go in and is not to. */
export function countLeftOut(run: ImportRun, read: ReadRow): void {
  const place = toPlace(read);
  run.summary.leftOut++;
  countWarnings(run.summary, read.row, place.warnings ?? []);
  run.observe?.({ ...place, outcome: 'leftOut' });
}

/** What is said of a row whatever becomes of it; where it stands in the file only where somebody has to look. */
export function toPlace({ row, line, origin, warnings }: Placed) {
  return {
    row,
    ...(line !== undefined && { line }),
    ...(warnings.length > 0 && { warnings: warnings.map((one) => locateProblem(origin, one)) }),
  };
}

/** Counts a row that is in. */
export function countWritten(
  run: ImportRun,
  found: RowOutcome & { outcome: 'created' | 'updated' | 'unchanged' },
): void {
  run.summary[found.outcome]++;
  countWarnings(run.summary, found.row, found.warnings ?? []);
  run.observe?.(found);
}

/** What a row changes: of a new record all that is not empty. */
export function changesOf({ values, current, makes }: RowPlan): Change[] {
  // In a dry run nothing has the `_id` of the records it would create.
  const called = new Map(makes.map(({ id, names }): [unknown, unknown] => [id, names[0]?.written]));
  const say = (value: unknown): unknown => called.get(value) ?? value;
  const all = Object.entries(values).map(([field, value]): Change => {
    const said = called.size === 0 ? value : Array.isArray(value) ? value.map(say) : say(value);
    return current ? { field, old: current[field], new: said } : { field, new: said };
  });
  return current ? all : all.filter((change) => !isEmpty(change.new));
}

type Change = NonNullable<RowOutcome['changes']>[number];

function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

export function toProblems(outcome: {
  failure: string;
  problems?: readonly Problem[];
}): readonly Problem[] {
  if (outcome.failure === 'missing') return [problem('S001', '')];
  if (outcome.failure === 'stale') return [problem('S003', '')];
  return outcome.problems ?? [];
}

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
