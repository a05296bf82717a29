import type { Problem } from '../../fields/problem.ts';
import { DUPLICATE } from '../../fields/problem.ts';

const MAX_LISTED = 1_000;

/** What became of many records: everything is counted, the first problems are listed. */
export type BulkSummary = {
  total: number;
  created: number;
  updated: number;
  unchanged: number;
  deleted: number;
  failed: number;
  duplicates: number;
  problems: (Problem & { _id: string })[];
};

export function createSummary(): BulkSummary {
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

/** A record counts as failed once, however much is wrong with it. */
export function addFailure(summary: BulkSummary, _id: string, problems: readonly Problem[]): void {
  summary.failed += 1;
  if (problems.some(({ code }) => code === DUPLICATE)) summary.duplicates += 1;
  const room = MAX_LISTED - summary.problems.length;
  summary.problems.push(...problems.slice(0, room).map((each) => ({ _id, ...each })));
}
