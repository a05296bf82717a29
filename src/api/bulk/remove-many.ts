import type { Resource } from '../../descriptor/descriptor.ts';
import { countFailure } from '../../exchange/import-summary.ts';
import { actorOf } from '../actor.ts';
import type { UserCall } from '../call.ts';
import type { BulkSummary } from './bulk-records.ts';
import { failureProblems } from './failure-problems.ts';

/** One by one: what refers to each decides, and records may refer to one another. */
export async function removeMany(
  call: UserCall,
  resource: Resource,
  ids: readonly string[],
  summary: BulkSummary,
): Promise<void> {
  const by = actorOf(call);
  for (const id of ids) {
    const outcome = await call.parts.store.remove(resource, id, '*', by);
    if ('failure' in outcome) countFailure(summary, { _id: id }, failureProblems(outcome));
    else summary.deleted += 1;
  }
}
