import { requireItem } from '../../fields/require-entry.ts';
import { resolveFilter, type DeclaredFilter } from './declared-filter.ts';
import { rowRightsOf } from '../access-of.ts';
import type { Descriptor, Resource } from '../descriptor.ts';
import { mapConditions, type Filter } from './filter.ts';
import type { Moment } from '../expression/variables.ts';

/** The user and the time by which the tokens of a filter are resolved, and the user's role. */
export type FilterCaller = Moment & { role: string };

/**
 * The records of a resource that a caller may use; an absent filter means all. `see`: the
 * visible records; `export`: the records that exports contain; `create`, `update` and `delete`:
 * the records that may be written. A created or changed record must match its filter afterwards.
 */
export type RowFilters = Readonly<
  Partial<Record<'see' | 'export' | 'create' | 'update' | 'delete', Filter>>
>;

/** The row filters of each resource, for one request. */
export type RowFiltersOf = (resource: Resource) => RowFilters | undefined;

/** Whether any resource limits the role to some records. */
export function hasRowFilters(descriptor: Descriptor, role: string): boolean {
  return [...descriptor.resources.values()].some(
    (resource) => rowRightsOf(descriptor, role, resource) !== undefined,
  );
}

/** The filters that the permissions set for a caller at this moment; undefined: all records. */
export function rowFilters(
  descriptor: Descriptor,
  asker: FilterCaller,
  resource: Resource,
): RowFilters | undefined {
  const rights = rowRightsOf(descriptor, asker.role, resource);
  if (!rights) return undefined;
  const read = (filter: DeclaredFilter | undefined): Filter[] =>
    filter ? [resolveFilter(filter, asker)] : [];
  // A list reveals as much of a record as its page does, so a record hidden from either is hidden from both.
  const see = [...read(rights.list), ...read(rights.read)];
  return {
    ...named('see', see),
    ...named('export', [...see, ...read(rights.export)]),
    ...named('create', [...see, ...read(rights.create)]),
    ...named('update', [...see, ...read(rights.update)]),
    ...named('delete', [...see, ...read(rights.delete)]),
  };
}

/** Combines both filters with `and`; an absent filter matches everything. */
export function combineFilters(
  one: Filter | undefined,
  other: Filter | undefined,
): Filter | undefined {
  return one && other ? { and: [one, other] } : (one ?? other);
}

/** Limits a filter for one user: parts about other records see only the records of that user. */
export function withinScope(
  filter: Filter,
  rowsOf: (resource: Resource) => { see?: Filter | undefined } | undefined,
): Filter {
  return mapConditions(filter, (each) => {
    if ('through' in each) {
      const some = withinScope(each.some, rowsOf);
      return { ...each, some: combineFilters(rowsOf(each.target)?.see, some) ?? some };
    }
    if (!('count' in each)) return each;
    const inner = each.among && withinScope(each.among, rowsOf);
    const among = combineFilters(rowsOf(each.count.resource)?.see, inner);
    return among ? { ...each, among } : each;
  });
}

function named(name: keyof RowFilters, filters: readonly Filter[]): RowFilters {
  if (filters.length === 0) return {};
  return { [name]: filters.length === 1 ? requireItem(filters, 0) : { and: filters } };
}
