import type { Way } from '../contract/past.ts';
import { newId } from '../store/records/sql/new-id.ts';
import { type NewChangeSet, openChangeSet } from '../store/system/change-sets.ts';
import { type Acting, doerOf } from './acting.ts';

/**
 * The same caller for one change set: whatever they write belongs together, and the response of a request names the set
 * in the header `Change-Set`. A set that the client has named is used instead of a new one.
 */
export async function asChangeSet<Who extends Acting>(
  acting: Who,
  {
    id,
    way,
    ...set
  }: Pick<NewChangeSet, 'resource' | 'detail' | 'undoes'> & { id?: string; way: Way },
): Promise<Who> {
  const origin = {
    way: acting.origin?.way ?? way,
    changeSet: id ?? acting.origin?.changeSet ?? newId(),
  };
  await openSet(acting, { ...set, id: origin.changeSet, way: origin.way });
  return { ...acting, origin };
}

/** Opens a change set of the caller, which also names their key. */
export async function openSet(
  acting: Acting,
  set: Omit<NewChangeSet, 'by' | 'key'>,
): Promise<boolean> {
  const { services, key } = acting;
  return await openChangeSet(services.database, { ...set, by: doerOf(acting)._id, key: key?.id });
}
