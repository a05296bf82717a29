import { readableFields } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { type Filter, type ListQuery, oneRecordPaging } from '../../descriptor/filter/filter.ts';
import { combineFilters } from '../../descriptor/filter/row-filters.ts';
import { parseRecords } from '../../store/memory/free-memory.ts';
import type { Acting } from '../acting.ts';

/** Records that are named, or those that match. */
export type Targets = { ids: readonly string[] } | { filter?: Filter; q?: string };

/** Batches are written one by one and are short, so that other writes do not wait for the whole. */
const BATCH = 200;

/**
 * The ids to work on, in batches. A filter selects the records that match at the start, whatever the work
 * itself changes. All ids are read before the first write: they need little memory (40 MB for a million),
 * and work that held a connection while it waited for another could wait for itself.
 */
export async function* readTargets(
  acting: Acting,
  resource: Resource,
  of: Targets,
): AsyncGenerator<readonly string[]> {
  if ('ids' in of) {
    yield* toBatches(of.ids);
    return;
  }
  const { store, readable } = asSeen(acting, resource);
  const held: string[] = [];
  for await (const rows of store.stream(resource, toQuery(of), readable))
    held.push(rows.map((text) => (JSON.parse(text) as { _id: string })._id).join(' '));
  let rest: string[] = [];
  for (const ids of held) {
    rest.push(...ids.split(' '));
    if (rest.length < BATCH) continue;
    const whole = rest.length - (rest.length % BATCH);
    yield* toBatches(rest.slice(0, whole));
    rest = rest.slice(whole);
  }
  yield* toBatches(rest);
}

/** The number of records to work on. */
export async function countTargets(
  acting: Acting,
  resource: Resource,
  of: Targets,
): Promise<number> {
  if ('ids' in of) return of.ids.length;
  const { store, readable } = asSeen(acting, resource);
  const { total } = await store.list(resource, { ...toQuery(of), total: 'exact' }, readable);
  return total ?? 0;
}

/** The versions of the records that still match the filter; undefined for records given by their ids. */
export type Recheck = (ids: readonly string[]) => Promise<ReadonlyMap<string, number> | undefined>;

/**
 * Checks the filter again right before the write, because someone may have changed a record since it was
 * selected. The write then expects the version that was checked.
 */
export function createRecheck(acting: Acting, resource: Resource, of: Targets): Recheck {
  if ('ids' in of) return () => Promise.resolve(undefined);
  const { store, readable } = asSeen(acting, resource);
  return async (ids) => {
    const named = { path: '_id', operator: 'in', operands: [...ids] } as const;
    const filter = combineFilters(of.filter, named);
    const query = { ...toQuery(of), ...(filter && { filter }), perPage: ids.length };
    const records = parseRecords(await store.list(resource, query, readable));
    return new Map(records.map(({ _id, _version }) => [_id, _version]));
  };
}

/** Searches words only in fields that the role may read. */
function asSeen({ services, descriptor, role }: Acting, resource: Resource) {
  return { store: services.store, readable: readableFields(descriptor, role, resource) };
}

function toQuery(of: Exclude<Targets, { ids: unknown }>): ListQuery {
  return { ...of, ...oneRecordPaging, fields: [] };
}

function* toBatches(ids: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < ids.length; start += BATCH) yield ids.slice(start, start + BATCH);
}
