import { headOf } from '../../../fields/text/head-of-path.ts';
import { toSeenProblems } from '../../../descriptor/permissions/seen-problems.ts';
import { problem, type Problem } from '../../../fields/problems/problem.ts';
import type { RowOutcome } from '../import-parts.ts';
import type { ImportRun } from '../import-run.ts';
import { countFailure, countWarnings } from '../import-summary.ts';
import type { RowPlan } from '../plan/row-plan.ts';
import type { ReadRow } from './row-reader.ts';
import { isObject } from '../../../descriptor/json-object.ts';
import type { CellSource, SteppedCell } from '../../formats/json-rows.ts';
import { showCellDate } from '../../formats/read-cell.ts';

type Placed = Pick<ReadRow, 'row' | 'line' | 'origin' | 'warnings'>;

/** Counts a row that failed, with its problems. */
export function countFailed(run: ImportRun, read: Placed, problems: readonly Problem[]): void {
  const seen = toSeenProblems(run.parts, run.resource, problems);
  const located = seen.map((one) => locateProblem(run, read.origin, one));
  const { row, origin } = read;
  countFailure(run.summary, { row, ...sourceOf(origin) }, located);
  run.observe?.({ ...rowPlace(run, read), outcome: 'failed', problems: located });
}

/** Counts a row that was left out on request. */
export function countLeftOut(run: ImportRun, read: ReadRow): void {
  const place = rowPlace(run, read);
  run.summary.leftOut++;
  countWarnings(run.summary, read.row, place.warnings ?? []);
  run.observe?.({ ...place, outcome: 'leftOut' });
}

function sourceOf(origin: RowOrigin | undefined) {
  return origin?.source && { source: origin.source };
}

/** The number of a row, the cell that it was made of, and the cells that steps have changed. */
export function rowNumber({ row, origin }: Pick<Placed, 'row' | 'origin'>) {
  return { row, ...sourceOf(origin), ...(origin?.stepped && { stepped: origin.stepped }) };
}

/** The same with its line in the file and its warnings. */
export function rowPlace(run: Reported, { row, line, origin, warnings }: Placed) {
  return {
    ...rowNumber({ row, origin }),
    ...(line !== undefined && { line }),
    ...(warnings.length > 0 && {
      warnings: warnings.map((one) => locateProblem(run, origin, one)),
    }),
  };
}

/** Counts a row that was written. */
export function countWritten(
  run: ImportRun,
  result: RowOutcome & { outcome: 'created' | 'updated' | 'unchanged' },
): void {
  run.summary[result.outcome]++;
  countWarnings(run.summary, result.row, result.warnings ?? []);
  run.observe?.(result);
}

/** The changes that a row makes; for a new record, all values that are not empty. */
export function changesOf(
  { prefix }: Reported,
  { values, current, recordsToCreate: makes }: RowPlan,
): Change[] {
  // A new target is shown by its name, because in a dry run no record has its `_id`.
  const called = new Map(makes.map(({ id, names }): [unknown, unknown] => [id, names[0]?.written]));
  const titleOf = (value: unknown): unknown => called.get(value) ?? value;
  const all = Object.entries(values).map(([name, value]): Change => {
    const field = `${prefix}${name}`;
    const titles = Array.isArray(value) ? value.map(titleOf) : titleOf(value);
    const said = called.size === 0 ? value : titles;
    return current ? { field, old: current[name], new: said } : { field, new: said };
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

/** A row as it is in the file, and the column of each field. */
export type RowOrigin = {
  cells: unknown;
  columnsOf: ReadonlyMap<string, string>;
  /** The columns in which a workbook has an error. */
  errors?: readonly string[] | undefined;
  /** The cells that steps have changed. */
  stepped?: readonly SteppedCell[] | undefined;
  /** For a row that was made of a cell: where that is. */
  source?: CellSource | undefined;
};

/** A problem of a row, with its place in the file: the column and the text. */
export type RowProblem = Proposal & { column?: string };

/** A problem or a warning about a value, the text if it is not that of the cell, and what was probably meant. */
export type Proposal = Problem & { proposed?: string; value?: string };

/** Long enough to find the cell and to see what is wrong with it. */
const MAX_SHOWN_LENGTH = 200;

type Reported = Pick<ImportRun, 'prefix'>;

export function locateProblem(
  { prefix }: Reported,
  origin: RowOrigin | undefined,
  proposal: Proposal,
): RowProblem {
  const path = proposal.path === '' ? prefix.slice(0, -1) : `${prefix}${proposal.path}`;
  const placed = prefix === '' ? proposal : { ...proposal, path };
  if (!origin || !isObject(origin.cells) || proposal.path === '') return placed;
  const { cells, columnsOf } = origin;
  const column = columnsOf.get(headOf(proposal.path)) ?? placed.path;
  if (!Object.hasOwn(cells, column)) return placed;
  const value = toText(cells[column]);
  return { ...placed, column, ...(value === undefined ? {} : { value }) };
}

function toText(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  const text = value instanceof Date ? showCellDate(value) : asText(value);
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
