import type { Resource } from '../../descriptor/descriptor.ts';
import { problem, type Problem } from '../../fields/problem.ts';
import type { WriteFailure } from '../../store/store.ts';
import type { UserCall } from '../call.ts';
import { addFailure, type BulkSummary } from './bulk-summary.ts';

/** One by one: what refers to each decides, and records may refer to one another. */
export async function removeMany(
  call: UserCall,
  resource: Resource,
  ids: readonly string[],
  summary: BulkSummary,
): Promise<void> {
  const by = { userId: call.user._id };
  for (const id of ids) {
    const outcome = await call.parts.store.remove(resource, id, '*', by);
    if ('failure' in outcome) addFailure(summary, id, failureProblems(outcome));
    else summary.deleted += 1;
  }
}

export function failureProblems(outcome: WriteFailure): readonly Problem[] {
  if ('problems' in outcome) return outcome.problems;
  return [problem(outcome.failure === 'missing' ? 'S001' : 'S003', '')];
}
