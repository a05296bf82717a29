import {
  operations as everyOperation,
  systemFields,
  type Descriptor,
  type Operation,
  type Resource,
  type RowRights,
} from './descriptor.ts';
import { mayCompute, type Sight } from './expression/paths.ts';
import { splitPath, targetOf } from './lookups.ts';
import { findField } from './system-fields.ts';

/**
 * Whether a role may perform the operation on the resource. The default is no: for an
 * unknown role, without permissions, and for any operation that is not listed.
 */
export function mayDo(
  descriptor: Descriptor,
  role: string,
  resource: Resource,
  operation: Operation,
): boolean {
  return accessOf(descriptor, role, resource).operations.has(operation);
}

/** The resource's own fields that a role may read, in their order. It may read the system fields too. */
export function readableFields(
  descriptor: Descriptor,
  role: string,
  resource: Resource,
): readonly string[] {
  return accessOf(descriptor, role, resource).readable;
}

/** The own fields that a role may write, in their order: never a `readOnly` one or one it may not read. */
export function writableFields(
  descriptor: Descriptor,
  role: string,
  resource: Resource,
): readonly string[] {
  return accessOf(descriptor, role, resource).writable;
}

/**
 * Whether a role may read `field`: an own field, a system field, a part of an object (`tagtog.id`), or a field behind
 * a reference (`chem.commonName`), for which it must read both.
 */
export function mayRead(
  descriptor: Descriptor,
  role: string,
  resource: Resource,
  field: string,
): boolean {
  if (!accessOf(descriptor, role, resource).mayRead.has(headOf(field))) return false;
  return !resource.through.has(field) || maySeeThrough(descriptor, role, resource, field);
}

export function mayWrite(
  descriptor: Descriptor,
  role: string,
  resource: Resource,
  field: string,
): boolean {
  return accessOf(descriptor, role, resource).mayWrite.has(headOf(field));
}

/**
 * The field by which a role names records of `target` in files: the import key, or `_id` for a role
 * that may not read it. An export would otherwise reveal keys, and an import whether one exists.
 */
export function referenceKey(descriptor: Descriptor, role: string, target: Resource): string {
  return mayRead(descriptor, role, target, target.importKey) ? target.importKey : '_id';
}

/** Whether a role may export all records that a field of another collection comes from, as far as it may see them. */
export function mayExportThrough(
  descriptor: Descriptor,
  role: string,
  { through }: Resource,
  path: string,
): boolean {
  if (descriptor.roles.get(role)?.all) return true;
  const names = through.find(path)?.resources ?? [];
  return names.every((name) => {
    const target = descriptor.resources.get(name)!;
    const isLimited = target.rowRights[role]?.export !== undefined;
    return mayDo(descriptor, role, target, 'export') && !isLimited;
  });
}

/** The filters that limit a role to some records of a resource; undefined: all records. */
export function rowRightsOf(
  { roles }: Descriptor,
  role: string,
  { rowRights }: Resource,
): RowRights | undefined {
  return roles.get(role)?.all ? undefined : rowRights[role];
}

/** Whether some records of the resource are hidden from the role. */
export function hidesRows(descriptor: Descriptor, role: string, resource: Resource): boolean {
  const rights = rowRightsOf(descriptor, role, resource);
  return rights?.list !== undefined || rights?.read !== undefined;
}

/** Whether a role may see the whole descriptor, including the permissions of other roles. */
export function maySeeStructure({ roles }: Descriptor, role: string): boolean {
  const own = roles.get(role);
  return own !== undefined && (own.all || own.devMenu);
}

/** Whether a role may manage users, emails and the audit. Only roles with `all` may. */
export function mayAdminister({ roles }: Descriptor, role: string): boolean {
  return roles.get(role)?.all === true;
}

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
const known = new WeakMap<Descriptor, Map<string, Map<Resource, Access>>>();

function accessOf(descriptor: Descriptor, role: string, resource: Resource): Access {
  let byRole = known.get(descriptor);
  if (!byRole) known.set(descriptor, (byRole = allAccess(descriptor)));
  return byRole.get(role)?.get(resource) ?? nothing;
}

function allAccess(descriptor: Descriptor) {
  const byRole = new Map<string, Map<Resource, Access>>();
  for (const role of descriptor.roles.keys()) {
    const byResource = new Map<Resource, Access>();
    for (const resource of descriptor.resources.values()) {
      byResource.set(resource, toAccess(descriptor, role, resource));
    }
    byRole.set(role, byResource);
  }
  return byRole;
}

function toAccess(descriptor: Descriptor, role: string, resource: Resource): Access {
  const all = descriptor.roles.get(role)?.all === true;
  const operations = operationsOf(descriptor, role, resource);
  const sees = seesAnyOf(operations);
  const writes = (['create', 'update', 'import'] as const).some((operation) =>
    operations.has(operation),
  );
  const system = systemFieldsOf(descriptor, role);
  const fields = [...resource.fields.values()];
  const sight = sightOf(descriptor, role);
  const readable = fields
    .filter((field) => sees && (all || !field.read || field.read.includes(role)))
    .filter(
      (field) =>
        all || field.computed === undefined || mayCompute(descriptor, resource, field, sight),
    )
    .map((field) => field.name);
  const writable = fields
    .filter((field) => writes && !field.readOnly && readable.includes(field.name))
    .filter((field) => all || !field.write || field.write.includes(role))
    .map((field) => field.name);
  return {
    operations,
    readable,
    writable,
    mayRead: new Set(sees ? [...system, ...readable] : []),
    mayWrite: new Set(writable),
  };
}

function operationsOf(
  { roles }: Descriptor,
  role: string,
  { permissions }: Resource,
): ReadonlySet<string> {
  return new Set(roles.get(role)?.all ? everyOperation : permissions[role]);
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
  if (!field) return systemFieldsOf(descriptor, role).includes(path);
  return field.read?.includes(role) ?? true;
}

/** Whether a role may read the reference and the field of the records it refers to. */
function maySeeThrough(
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
      mayCompute(descriptor, target, target.fields.get(rest)!, sightOf(descriptor, role)))
  );
}

function headOf(path: string): string {
  const dot = path.indexOf('.');
  return dot < 0 ? path : path.slice(0, dot);
}
