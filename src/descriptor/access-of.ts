import { headOf } from '../fields/text/head-of-path.ts';
import { requireEntry } from '../fields/require-entry.ts';
import { qualifierOf } from '../fields/type/qualifier-of.ts';
import {
  operations as everyOperation,
  systemFields,
  type Descriptor,
  type Narrowing,
  type Resource,
  type RowRights,
} from './descriptor.ts';
import { mayCompute, type Sight } from './expression/paths.ts';
import { splitPath, targetOf } from './lookups.ts';
import { findField } from './system-fields.ts';

/** What a role may do with a resource; `access.ts` answers the questions about it. */
type Access = {
  operations: ReadonlySet<string>;
  readable: readonly string[];
  writable: readonly string[];
  mayRead: ReadonlySet<string>;
  mayWrite: ReadonlySet<string>;
};

const nothing: Access = {
  operations: new Set(),
  readable: [],
  writable: [],
  mayRead: new Set(),
  mayWrite: new Set(),
};

// Requests ask several times, so access is computed once per descriptor, role and resource.
// A new descriptor is a new object, so no cached access outlives its permissions.
const cache = new WeakMap<Descriptor, Map<string, Map<Resource, Access>>>();

export function accessOf(descriptor: Descriptor, role: string, resource: Resource): Access {
  let byRole = cache.get(descriptor);
  if (!byRole) cache.set(descriptor, (byRole = new Map()));
  let byResource = byRole.get(role);
  if (!byResource) byRole.set(role, (byResource = accessOfRole(descriptor, role)));
  return byResource.get(resource) ?? nothing;
}

function accessOfRole(descriptor: Descriptor, role: string): Map<Resource, Access> {
  if (!descriptor.roles.has(role)) return new Map();
  const { narrowing } = requireEntry(descriptor.roles, role);
  return new Map(
    [...descriptor.resources.values()].map((resource) => [
      resource,
      narrowing
        ? narrowAccess(descriptor, narrowing, role, resource)
        : toAccess(descriptor, role, resource),
    ]),
  );
}

function narrowAccess(
  descriptor: Descriptor,
  { of, grants }: Narrowing,
  role: string,
  resource: Resource,
): Access {
  const own = accessOf(of, role, resource);
  const operations = operationsOf(descriptor, role, resource);
  const chosen = grants.get(resource)?.fields;
  const sees = seesAnyOf(operations);
  const readScope = sightOf(descriptor, role);
  const readable = own.readable.filter((name) => {
    const field = requireEntry(resource.fields, name);
    const qualifier = qualifierOf(field, name) ?? name;
    if (!sees || [name, qualifier].some((each) => chosen?.has(each) === false)) return false;
    return field.computed === undefined || mayCompute(descriptor, resource, field, readScope);
  });
  const writes = writesAnyOf(operations);
  const writable = own.writable.filter((name) => writes && readable.includes(name));
  return withSets(systemFieldsOf(descriptor, role), { operations, readable, writable });
}

/** Adds the sets in which a name is found fast. A role without records reads not even their system fields. */
function withSets(
  system: readonly string[],
  access: Pick<Access, 'operations' | 'readable' | 'writable'>,
): Access {
  const { operations, readable, writable } = access;
  return {
    ...access,
    mayRead: new Set(seesAnyOf(operations) ? [...system, ...readable] : []),
    mayWrite: new Set(writable),
  };
}

function toAccess(descriptor: Descriptor, role: string, resource: Resource): Access {
  const all = descriptor.roles.get(role)?.all === true;
  const operations = operationsOf(descriptor, role, resource);
  const sees = seesAnyOf(operations);
  const writes = writesAnyOf(operations);
  const fields = [...resource.fields.values()];
  const readScope = sightOf(descriptor, role);
  const readable = fields
    .filter((field) => sees && (all || !field.read || field.read.includes(role)))
    .filter(
      (field) =>
        all || field.computed === undefined || mayCompute(descriptor, resource, field, readScope),
    )
    .map((field) => field.name);
  const writable = fields
    .filter((field) => writes && !field.readOnly && readable.includes(field.name))
    .filter((field) => all || !field.write || field.write.includes(role))
    .map((field) => field.name);
  return withSets(systemFieldsOf(descriptor, role), { operations, readable, writable });
}

function operationsOf(
  { roles }: Descriptor,
  role: string,
  resource: Resource,
): ReadonlySet<string> {
  const { all, narrowing } = roles.get(role) ?? {};
  if (narrowing) {
    const own = operationsOf(narrowing.of, role, resource);
    const granted = [...(narrowing.grants.get(resource)?.operations ?? [])];
    return new Set(granted.filter((each) => own.has(each)));
  }
  return new Set(all ? everyOperation : resource.permissions[role]);
}

function writesAnyOf(operations: ReadonlySet<string>): boolean {
  return (['create', 'update', 'import'] as const).some((operation) => operations.has(operation));
}

function seesAnyOf(operations: ReadonlySet<string>): boolean {
  return (['list', 'read', 'export'] as const).some((operation) => operations.has(operation));
}

function systemFieldsOf({ roles }: Descriptor, role: string): readonly string[] {
  return roles.get(role)?.anonymous ? ['_id', '_version'] : systemFields;
}

/** What the computed fields that a role may read are made of. */
function sightOf(descriptor: Descriptor, role: string): Sight {
  return {
    field: (resource, path) => mayReadWritten(descriptor, role, resource, path),
    all: (resource) =>
      mayReadWritten(descriptor, role, resource, '_id') && !hidesRows(descriptor, role, resource),
  };
}

/** Whether a role may read a field as far as its own declaration says. */
function mayReadWritten(
  descriptor: Descriptor,
  role: string,
  resource: Resource,
  path: string,
): boolean {
  if (!seesAnyOf(operationsOf(descriptor, role, resource))) return false;
  const field = resource.fields.get(headOf(path));
  const { all, narrowing } = descriptor.roles.get(role) ?? {};
  if (narrowing) {
    const chosen = narrowing.grants.get(resource)?.fields;
    const qualifier = field && qualifierOf(field, field.name);
    if ([field?.name, qualifier].some((each) => each !== undefined && chosen?.has(each) === false))
      return false;
    return mayReadWritten(narrowing.of, role, resource, path);
  }
  if (all) return true;
  return field
    ? !field.read || field.read.includes(role)
    : systemFieldsOf(descriptor, role).includes(path);
}

/** The filters that limit a role to some records of a resource; undefined: all records. */
export function rowRightsOf(
  { roles }: Descriptor,
  role: string,
  resource: Resource,
): RowRights | undefined {
  const { all, narrowing } = roles.get(role) ?? {};
  if (narrowing) return narrowRows(narrowing, role, resource);
  return all ? undefined : resource.rowRights[role];
}

/** Records that a list hides are hidden everywhere, so the filter of a key is in the list. */
function narrowRows({ of, grants }: Narrowing, role: string, resource: Resource) {
  const own = rowRightsOf(of, role, resource);
  const filter = grants.get(resource)?.filter;
  if (!filter) return own;
  const both = own?.list
    ? { unresolved: { and: [own.list.unresolved, filter.unresolved] } }
    : filter;
  return { ...own, list: both };
}

/** Whether some records of the resource are hidden from the role. */
export function hidesRows(descriptor: Descriptor, role: string, resource: Resource): boolean {
  const rights = rowRightsOf(descriptor, role, resource);
  return rights?.list !== undefined || rights?.read !== undefined;
}

/** Whether a role may read the reference and the field of the records it refers to. */
export function maySeeThrough(
  descriptor: Descriptor,
  role: string,
  resource: Resource,
  path: string,
): boolean {
  const [head, rest] = splitPath(path);
  const target = descriptor.resources.get(targetOf(findField(resource, head)) ?? '');
  if (!target || !mayReadWritten(descriptor, role, resource, head)) return false;
  if (descriptor.roles.get(role)?.all) return true;
  const { computed } = target.fields.get(rest) ?? {};
  if (target.through.has(rest)) return maySeeThrough(descriptor, role, target, rest);
  return (
    mayReadWritten(descriptor, role, target, rest) &&
    (computed === undefined ||
      mayCompute(descriptor, target, requireEntry(target.fields, rest), sightOf(descriptor, role)))
  );
}
