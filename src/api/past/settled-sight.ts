import type { Resource } from '../../descriptor/descriptor.ts';
import type { JsonObject } from '../../descriptor/json-object.ts';
import type { UserCall } from '../http/call.ts';
import { toSight, type Sight } from '../../store/system/past/walk-back.ts';

/** What the caller may see of a collection, for judging these states of records; empty ones do not count. */
export async function settledSight(
  { services, descriptor, restriction }: UserCall,
  resource: Resource,
  states: readonly (JsonObject | null | undefined)[],
): Promise<Sight> {
  const see = restriction?.rowsOf(resource)?.see;
  const there = states.filter((state) => state !== null && state !== undefined);
  const settled = see && (await services.store.settle(resource, see, there));
  return toSight(descriptor, resource, see, settled);
}
