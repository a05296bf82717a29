import type { Resource } from '../../descriptor/descriptor.ts';
import { countFailure } from '../../files/import/import-summary.ts';
import { problem } from '../../fields/problem.ts';
import type { Expected } from '../../store/store.ts';
import { actorOf } from '../http/actor.ts';
import type { UserCall } from '../http/call.ts';
import type { BulkWork } from './bulk-records.ts';
import { failureProblems } from './failure-problems.ts';

/** One by one: what refers to each decides, and records may refer to one another. */
export async function removeMany(
  call: UserCall,
  resource: Resource,
  ids: readonly string[],
  work: BulkWork,
): Promise<void> {
  const by = actorOf(call);
  const { summary, changed } = work;
  await asMatched(work, ids, async (id, expected) => {
    const outcome = await call.parts.store.remove(resource, id, expected, by);
    if (!('failure' in outcome)) {
      summary.deleted += 1;
      changed.push(id);
    } else if (outcome.failure === 'stale') return 'stale';
    else countFailure(summary, { _id: id }, failureProblems(outcome));
    return 'done';
  });
}

const TIMES = 3;

/**
 * Does something with each of those that are still meant, on the version that was looked at; one that
 * somebody changed meanwhile is looked at again.
 */
export async function asMatched(
  { match, summary }: BulkWork,
  ids: readonly string[],
  act: (id: string, expected: Expected) => Promise<'done' | 'stale'>,
): Promise<void> {
  let open = ids;
  for (let time = 1; open.length > 0; time += 1) {
    const matching = await match(open);
    const moved: string[] = [];
    for (const id of open) {
      const expected = matching ? matching.get(id) : '*';
      if (expected === undefined) summary.total -= 1;
      else if ((await act(id, expected)) === 'stale') moved.push(id);
    }
    if (time === TIMES)
      for (const id of moved) countFailure(summary, { _id: id }, [problem('S003', '')]);
    open = time < TIMES ? moved : [];
  }
}
