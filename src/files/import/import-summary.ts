import { DUPLICATE, type Problem } from '../../fields/problem.ts';
import type { RowProblem } from './row-outcome.ts';

/** What became of many records: everything is counted, the first problems are listed, each with its place. */
export type Summary<Place> = {
  total: number;
  created: number;
  updated: number;
  unchanged: number;
  deleted: number;
  failed: number;
  /** Of those that failed, the ones that repeat a value that must be unique. */
  duplicates: number;
  problems: (Place & Problem)[];
  /** Of an import that was asked to: records made since rows refer to them, by resource. */
  referencesCreated?: Record<string, number>;
};

/** The answer to an import, as the contract has it ("Bulk summary"): rows are counted from 1. */
export type ImportSummary = Summary<{ row: number }> & {
  /** Rows that could go in and deserve a look; those that failed are not among them. */
  warnings: number;
  /** Rows that could have gone in and were left out as was asked. */
  leftOut: number;
  warned: ({ row: number } & RowProblem)[];
};

/** A million bad rows are not a million problems to read, nor the memory for them. */
const MAX_PROBLEMS = 1_000;

export function createSummary<Place>(): Summary<Place> {
  return {
    total: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    deleted: 0,
    failed: 0,
    duplicates: 0,
    problems: [],
  };
}

/** One that is gone on with goes on counting where it was. */
export function createImportSummary(before?: Partial<ImportSummary>): ImportSummary {
  return { ...createSummary<{ row: number }>(), warnings: 0, leftOut: 0, warned: [], ...before };
}

/** Counts a row once however much deserves a look; its warnings are listed while there is room. */
export function countWarnings(
  summary: ImportSummary,
  row: number,
  warnings: readonly RowProblem[],
): void {
  if (warnings.length === 0) return;
  summary.warnings++;
  const room = Math.max(0, MAX_PROBLEMS - summary.warned.length);
  summary.warned.push(...warnings.slice(0, room).map((one) => ({ row, ...one })));
}

export function countReference(summary: Summary<unknown>, resource: string): void {
  const counts = (summary.referencesCreated ??= {});
  counts[resource] = (counts[resource] ?? 0) + 1;
}

/** Counts a record that is not written, once however much is wrong; its problems are listed while there is room. */
export function countFailure<Place>(
  summary: Summary<Place>,
  place: Place,
  problems: readonly Problem[],
): void {
  summary.failed++;
  if (problems.some((found) => found.code === DUPLICATE)) summary.duplicates++;
  for (const found of problems) {
    if (summary.problems.length >= MAX_PROBLEMS) return;
    summary.problems.push({ ...place, ...found });
  }
}
