import type { NestedFilter } from '../../fields/type/field.ts';
import type { ProblemParams } from '../../fields/problems/problem.ts';
import { rowRightsOf } from '../access-of.ts';
import type { Descriptor, Narrowing, Operation, Resource } from '../descriptor.ts';
import { readsOwnRecordOnly } from '../expression/paths.ts';
import { pathsOf, type DeclaredFilter } from '../filter/declared-filter.ts';
import { conditionsIn, type Filter } from '../filter/filter.ts';
import { combineFilters, withinScope } from '../filter/row-filters.ts';
import { readWhere } from '../filter/where.ts';
import { toHash } from '../hash.ts';
import { removeOldest } from '../../fields/require-entry.ts';

/** What an API key may do in a collection, as it was chosen; absent fields and an absent filter narrow nothing. */
export type Grant = {
  readonly operations: readonly Operation[];
  readonly fields?: readonly string[] | undefined;
  readonly filter?: NestedFilter | undefined;
};

/** The collections of a key. `*` stands for all that are not named. */
export type Grants = Readonly<Record<string, Grant>>;

export const everyOther = '*';

/** The operations that change nothing. */
const readingOperations: readonly Operation[] = ['list', 'read', 'export', 'history'];

type Key = {
  id: string;
  role: string;
  grants: Grants;
  /** Names the key in problems. */
  named: ProblemParams;
  /** Collections that no key can change. */
  readOnly: readonly string[];
};

/**
 * The descriptor in which a role has only what both it and a key may do: fewer operations, fields and rows. It has the
 * same resources, so rules and SQL that are cached by them stay valid; all code that asks `access.ts` follows it.
 */
export function narrowDescriptor(descriptor: Descriptor, key: Key): Descriptor {
  const { id, role, grants, named } = key;
  const cache = knownOf(descriptor);
  const name = JSON.stringify([id, role, grants, named]);
  const before = cache.get(name);
  if (before) return before;
  const own = descriptor.roles.get(role);
  if (!own) return descriptor;
  const narrowing: Narrowing = { of: descriptor, grants: readGrants(descriptor, key), named };
  const narrowed = { ...own, all: false, devMenu: false, configure: false, narrowing };
  const result: Descriptor = {
    ...descriptor,
    roles: new Map([...descriptor.roles, [role, narrowed]]),
    hash: toHash(`${descriptor.hash} ${name}`),
  };
  if (cache.size >= MAX_CACHED_DESCRIPTORS) removeOldest(cache);
  cache.set(name, result);
  return result;
}

/** Per descriptor: many more keys than are in use at a time. */
const MAX_CACHED_DESCRIPTORS = 1_000;
const narrowedOf = new WeakMap<Descriptor, Map<string, Descriptor>>();

function knownOf(descriptor: Descriptor): Map<string, Descriptor> {
  let cache = narrowedOf.get(descriptor);
  if (!cache) narrowedOf.set(descriptor, (cache = new Map()));
  return cache;
}

function readGrants(descriptor: Descriptor, key: Key): Narrowing['grants'] {
  const read = [...descriptor.resources.values()].flatMap((resource) => {
    const grant = readGrant(descriptor, resource, key);
    return grant ? [[resource, grant] as const] : [];
  });
  return new Map(read);
}

/** Undefined where the key may do nothing, also because its filter no longer fits: nothing is better than too much. */
function readGrant(
  descriptor: Descriptor,
  resource: Resource,
  { role, grants, readOnly }: Key,
): Narrowing['grants'] extends ReadonlyMap<Resource, infer Read> ? Read | undefined : never {
  const { name, was } = resource;
  // A key that was read before a rename names the collection as it was.
  const named = [name, was].find((each) => each !== undefined && Object.hasOwn(grants, each));
  const grant = grants[named ?? everyOther];
  if (!grant) return undefined;
  const filter = readFilter(descriptor, role, resource, grant.filter);
  if (filter === 'unfit') return undefined;
  const isLimited = readOnly.includes(name);
  const operations = isLimited
    ? grant.operations.filter((each) => readingOperations.includes(each))
    : grant.operations;
  return {
    operations: new Set(operations),
    ...(grant.fields && { fields: new Set(grant.fields) }),
    ...(filter && { filter }),
  };
}

/**
 * Whether a filter computes with values of other records. That of a key cannot: it decides itself which of those the
 * key sees, and its maker may not see all of them.
 */
export function computesBeyond(
  resource: Pick<Resource, 'name' | 'fields'>,
  filter: Filter,
): boolean {
  const isBeyond = (path: string): boolean => {
    const field = resource.fields.get(path);
    return field?.computed !== undefined && !readsOwnRecordOnly(resource, field);
  };
  return conditionsIn(filter).some((each) => {
    if ('through' in each) return computesBeyond(each.target, each.some);
    if ('count' in each)
      return each.among !== undefined && computesBeyond(each.count.resource, each.among);
    if ('expression' in each)
      return each.reads.some((read) => read.isBeyond || isBeyond(read.path));
    return pathsOf(each).some(isBeyond);
  });
}

function readFilter(
  descriptor: Descriptor,
  role: string,
  resource: Resource,
  where: NestedFilter | undefined,
): DeclaredFilter | 'unfit' | undefined {
  if (!where) return undefined;
  const read = readWhere({ descriptor, role, resource }, where);
  if ('problems' in read) return 'unfit';
  if ('filter' in read && computesBeyond(resource, read.filter)) return 'unfit';
  if (!('filter' in read)) return undefined;
  // As a filter of permissions it asks all records, but its maker sees only some.
  const rowsOf = (of: Resource) => {
    const { list, read: page } = rowRightsOf(descriptor, role, of) ?? {};
    return { see: combineFilters(list?.unresolved, page?.unresolved) };
  };
  return { unresolved: withinScope(read.filter, rowsOf) };
}
