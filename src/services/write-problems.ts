import type { Caller } from './acting.ts';
import { problem, type Problem } from '../fields/problems/problem.ts';
import { toSeenProblems } from '../descriptor/permissions/seen-problems.ts';
import type { WriteFailure } from '../store/store.ts';
import type { Resource } from '../descriptor/descriptor.ts';

/** The problems with which a single call would be refused because a record was not written. */
export function failureProblems(
  caller: Pick<Caller, 'descriptor' | 'role'>,
  resource: Resource,
  outcome: WriteFailure,
): readonly Problem[] {
  return toSeenProblems(caller, resource, allProblems(outcome));
}

/** All problems because of which a record was not written, also those that the caller must not see. */
export function allProblems(outcome: WriteFailure): readonly Problem[] {
  if ('problems' in outcome) return outcome.problems;
  return [problem(outcome.failure === 'missing' ? 'S001' : 'S003', '')];
}
