import type { EntryResult } from '../../contract/bulk.ts';
import { countFailure, createSummary, type Summary } from '../../files/import/import-summary.ts';
import { problem } from '../../fields/problem.ts';

type EntriesSummary = Summary<{ _id: string } | { row: number }> & {
  results: readonly EntryResult[];
};

export function toEntriesSummary(results: readonly EntryResult[]): EntriesSummary {
  const summary = createSummary<{ _id: string } | { row: number }>();
  for (const result of results) {
    summary.total += 1;
    if (result.status !== 'failed') summary[result.status] += 1;
    else countFailure(summary, placeOf(result), result.problems);
  }
  return { ...summary, results };
}

/** When others failed and all of them had to succeed: nothing was done, for these by no fault of theirs. */
export function asNotDone(results: readonly EntryResult[]): EntryResult[] {
  return results.map((result) => {
    if (result.status === 'failed') return result;
    const { index, _id, status } = result;
    const isNew = status === 'created';
    return { index, ...(isNew ? {} : { _id }), status: 'failed', problems: [problem('S008', '')] };
  });
}

/** A new record that was not made has no name but its place in the call, counted from 1 as rows of a file are. */
function placeOf({ index, _id }: EntryResult): { _id: string } | { row: number } {
  return _id === undefined ? { row: index + 1 } : { _id };
}
