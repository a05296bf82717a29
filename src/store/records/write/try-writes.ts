import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import type { Problem } from '../../../fields/problems/problem.ts';
import { RolledBack } from '../../connection/errors.ts';
import type { Actor, ManyOutcome, ManyWrite, Store } from '../../store.ts';
import { isJudged } from '../../schema/tables/checking-triggers.ts';
import { namesFiles } from '../files/name-files.ts';
import { writtenRules } from './written-rules.ts';

/**
 * The problems that the rules of the database and hooks find in writes, by writing them and taking all of it back. Other
 * problems may only come from what is not written yet, and are left out.
 */
export async function tryWrites(
  {
    descriptor,
    resource,
    isHooked,
  }: { descriptor: Descriptor; resource: Resource; isHooked: boolean },
  writes: readonly ManyWrite[],
  by: Actor,
  inTransaction: (run: (store: Store) => Promise<never>) => Promise<never>,
): Promise<(Problem[] | undefined)[]> {
  const names = new Set(writes.flatMap(({ values }) => Object.keys(values)));
  const isRuled = writtenRules(resource, [...names], by.userId) !== undefined;
  const isOpen = !isRuled && !isHooked && !isJudged(descriptor, resource);
  if (isOpen && !namesFiles(resource, writes)) return [];
  try {
    return await inTransaction(async (store) => {
      throw new RolledBack(await store.writeMany(resource, writes, by));
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
    return (error.outcome as ManyOutcome[]).map((outcome) => {
      if (!('problems' in outcome)) return undefined;
      const { failure, problems, isJudged: isBroken } = outcome;
      return isBroken || (isHooked && failure === 'refused') ? problems : undefined;
    });
  }
}
