import { problem, type Problem } from '../../fields/problem.ts';
import type { WriteFailure } from '../../store/store.ts';

/** Why a record was not written, in the problems a single call would be refused with. */
export function failureProblems(outcome: WriteFailure): readonly Problem[] {
  if ('problems' in outcome) return outcome.problems;
  return [problem(outcome.failure === 'missing' ? 'S001' : 'S003', '')];
}
