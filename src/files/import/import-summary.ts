import { DUPLICATE, type Problem } from '../../fields/problems/problem.ts';
import type { RowProblem } from './rows/row-outcome.ts';
import type { StepCount } from '../steps/run-steps.ts';

/** The outcome for many records: everything is counted, and the first problems are listed, each with its place. */
export type Summary<Place> = {
  total: number;
  created: number;
  updated: number;
  unchanged: number;
  deleted: number;
  failed: number;
  /** Failures that repeat a unique value. */
  duplicates: number;
  problems: (Place & Problem)[];
  /** For an import that creates missing records: how many were created because rows refer to them, by resource. */
  referencesCreated?: Record<string, number>;
};

/** The response to an import, as in the contract ("Bulk summary"). Rows are counted from 1. */
export type ImportSummary = Summary<{ row: number }> & {
  /** Rows that could be imported but have warnings; failed rows are not included. */
  warnings: number;
  /** Rows that could be imported but were left out on request. */
  leftOut: number;
  /** Rows with mended cells. */
  mended?: number;
  warned: ({ row: number } & RowProblem)[];
  /** For an import with steps: what each has changed. */
  steps?: readonly StepCount[];
  /** For an import with `missing`: what has become of the records that the file lacks. */
  missing?: MissingCount;
  /** For a ZIP: how many of its files no row names, and the paths of the first. */
  unusedFiles?: { count: number; paths: string[] };
};

/** `ids` are the first of them. `isWithheld`: nothing was changed, because rows that failed may be about them. */
export type MissingCount = {
  total: number;
  changed: number;
  failed: number;
  isWithheld: boolean;
  ids: readonly string[];
};

/** Whether a row failed, or a record that the file lacks: an import of all or nothing then changes nothing. */
export function hasFailures({
  failed = 0,
  missing,
}: {
  failed?: number;
  missing?: Pick<MissingCount, 'failed'> | undefined;
}): boolean {
  return failed + (missing?.failed ?? 0) > 0;
}

/** The most problems listed: a million bad rows must not fill the memory, and nobody reads a million problems. */
export const MAX_PROBLEMS = 1_000;

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

/** A resumed import continues its counts. */
export function createImportSummary(before?: Partial<ImportSummary>): ImportSummary {
  return { ...createSummary<{ row: number }>(), warnings: 0, leftOut: 0, warned: [], ...before };
}

/** Counts a row once however many warnings it has; they are listed while there is room. */
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

/** Counts a record that was not written, once however many problems it has; they are listed while there is room. */
export function countFailure<Place>(
  summary: Summary<Place>,
  place: Place,
  problems: readonly Problem[],
): void {
  summary.failed++;
  if (problems.some((each) => each.code === DUPLICATE)) summary.duplicates++;
  for (const each of problems) {
    if (summary.problems.length >= MAX_PROBLEMS) return;
    summary.problems.push({ ...place, ...each });
  }
}
