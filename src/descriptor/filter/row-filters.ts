import { resolveFilter, type DeclaredFilter } from './declared-filter.ts';
import type { Descriptor, Resource, RowRights } from '../descriptor.ts';
import type { Filter } from './filter.ts';
import type { Moment } from './tokens.ts';

/** Who asks, and when: what the tokens in a filter stand for. */
export type Asker = Moment & { role: string };

/**
 * The records of a resource somebody has to do with; an absent filter means all
 * of them. `see` are those there are for them at all; of these, `export` go into
 * a file, and `create`, `update` and `delete` are the records that may be written.
 * What is created or changed must be one of those afterwards.
 */
export type RowFilters = Readonly<
  Partial<Record<'see' | 'export' | 'create' | 'update' | 'delete', Filter>>
>;

/** The row filters of everything, as one request has them. */
export type RowsOf = (resource: Resource) => RowFilters | undefined;

/** Whether some records of the resource are not there for the role. */
export function hidesRows(descriptor: Descriptor, role: string, resource: Resource): boolean {
  const rights = rightsOf(descriptor, role, resource);
  return rights?.list !== undefined || rights?.read !== undefined;
}

/** Whether the role meets a filter anywhere. */
export function hasRowFilters(descriptor: Descriptor, role: string): boolean {
  return [...descriptor.resources.values()].some(
    (resource) => rightsOf(descriptor, role, resource) !== undefined,
  );
}

/** The filters of the permissions as they hold for somebody now; undefined: every record is theirs. */
export function rowFilters(
  descriptor: Descriptor,
  asker: Asker,
  resource: Resource,
): RowFilters | undefined {
  const rights = rightsOf(descriptor, asker.role, resource);
  if (!rights) return undefined;
  const read = (filter: DeclaredFilter | undefined): Filter[] =>
    filter ? [resolveFilter(filter, asker)] : [];
  // A list tells as much of a record as its page does, so what either hides is hidden.
  const see = [...read(rights.list), ...read(rights.read)];
  return {
    ...named('see', see),
    ...named('export', [...see, ...read(rights.export)]),
    ...named('create', [...see, ...read(rights.create)]),
    ...named('update', [...see, ...read(rights.update)]),
    ...named('delete', [...see, ...read(rights.delete)]),
  };
}

/** Both filters; absent ones let everything through. */
export function narrow(one: Filter | undefined, other: Filter | undefined): Filter | undefined {
  return one && other ? { and: [one, other] } : (one ?? other);
}

function rightsOf(descriptor: Descriptor, role: string, resource: Resource): RowRights | undefined {
  return descriptor.roles.get(role)?.all ? undefined : resource.rowRights[role];
}

function named(name: keyof RowFilters, filters: readonly Filter[]): RowFilters {
  if (filters.length === 0) return {};
  return { [name]: filters.length === 1 ? filters[0]! : { and: filters } };
}
