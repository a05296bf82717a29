import { readableFields } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { ListQuery } from '../../descriptor/filter.ts';
import type { UserCall } from '../call.ts';
import type { Targets } from './parse-bulk.ts';

/** Each batch is written by itself: short, so that nobody waits for the whole. */
const BATCH = 200;

/** So many ids are little memory. */
const MOST_HELD = 10_000;

/**
 * The ids to work on, batch by batch. Of a filter those are what met it when the work began,
 * whatever the work itself changes: they are read from one snapshot, as the work goes on.
 */
export async function* readTargets(
  call: UserCall,
  resource: Resource,
  of: Targets,
): AsyncGenerator<readonly string[]> {
  if ('ids' in of) {
    yield* toBatches(of.ids);
    return;
  }
  const { store, readable } = asSeen(call, resource);
  let held: string[] = [];
  for await (const rows of store.stream(resource, toQuery(of), readable)) {
    held.push(...rows.map((text) => (JSON.parse(text) as { _id: string })._id));
    if (held.length < MOST_HELD) continue;
    yield* toBatches(held);
    held = [];
  }
  // Work on fewer begins when all are read, and keeps no snapshot and no second connection.
  yield* toBatches(held);
}

/** How many there are to work on. */
export async function countTargets(
  call: UserCall,
  resource: Resource,
  of: Targets,
): Promise<number> {
  if ('ids' in of) return of.ids.length;
  const { store, readable } = asSeen(call, resource);
  const { total } = await store.list(resource, { ...toQuery(of), total: 'exact' }, readable);
  return total ?? 0;
}

/** Words are searched for in what the role may read, and nowhere else. */
function asSeen({ parts, descriptor, role }: UserCall, resource: Resource) {
  return { store: parts.store, readable: readableFields(descriptor, role, resource) };
}

function toQuery(of: Exclude<Targets, { ids: unknown }>): ListQuery {
  return { ...of, sort: [], page: 1, perPage: 1, fields: [], total: 'none' };
}

function* toBatches(ids: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < ids.length; start += BATCH) yield ids.slice(start, start + BATCH);
}
