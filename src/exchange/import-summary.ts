import { DUPLICATE, type Problem } from '../fields/problem.ts';

/** What was wrong with a row, counted from 1. */
export type RowProblem = { row: number } & Problem;

/** The answer to an import, as the contract has it ("Bulk summary"). */
export type ImportSummary = {
  /** Records in the file. */
  total: number;
  created: number;
  updated: number;
  unchanged: number;
  deleted: number;
  failed: number;
  /** Of those that failed, the ones that repeat a value that must be unique. */
  duplicates: number;
  problems: RowProblem[];
};

/** A million bad rows are not a million problems to read, nor the memory for them. */
const MAX_PROBLEMS = 1_000;

export function createSummary(): ImportSummary {
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

/** Counts a row that does not go in; its problems are listed while there is room. */
export function countFailure(
  summary: ImportSummary,
  row: number,
  problems: readonly Problem[],
): void {
  summary.failed++;
  if (problems.some((found) => found.code === DUPLICATE)) summary.duplicates++;
  for (const found of problems) {
    if (summary.problems.length >= MAX_PROBLEMS) return;
    summary.problems.push({ row, ...found });
  }
}
