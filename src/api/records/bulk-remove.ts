import type { Resource } from '../../descriptor/descriptor.ts';
import { countFailure, type Summary } from '../../exchange/import-summary.ts';
import { problem, type Problem } from '../../fields/problem.ts';
import type { WriteFailure } from '../../store/store.ts';
import type { UserCall } from '../call.ts';

/** One by one: what refers to each decides, and records may refer to one another. */
export async function removeMany(
  call: UserCall,
  resource: Resource,
  ids: readonly string[],
  summary: Summary<{ _id: string }>,
): Promise<void> {
  const by = { userId: call.user._id };
  for (const id of ids) {
    const outcome = await call.parts.store.remove(resource, id, '*', by);
    if ('failure' in outcome) countFailure(summary, { _id: id }, failureProblems(outcome));
    else summary.deleted += 1;
  }
}

export function failureProblems(outcome: WriteFailure): readonly Problem[] {
  if ('problems' in outcome) return outcome.problems;
  return [problem(outcome.failure === 'missing' ? 'S001' : 'S003', '')];
}
