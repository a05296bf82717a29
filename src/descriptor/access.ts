import { requireEntry } from '../fields/require-entry.ts';
import { accessOf, maySeeThrough, rowRightsOf } from './access-of.ts';
import { headOf } from '../fields/text/head-of-path.ts';
import type { Descriptor, Operation, Resource } from './descriptor.ts';
import { targetOf } from './lookups.ts';

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
 * The fields by which a role names records of `target` in files: the import key, or `_id` for a role
 * that may not read all of it. An export would otherwise reveal keys, and an import whether one exists.
 */
export function referenceKey(
  descriptor: Descriptor,
  role: string,
  target: Resource,
): readonly string[] {
  return mayReadKey(descriptor, role, target) ? target.importKey : ['_id'];
}

/** Whether a role may read the import key of a resource, and the keys of the records that it names. */
function mayReadKey(descriptor: Descriptor, role: string, resource: Resource): boolean {
  return (
    resource.importKey.every((name) => mayRead(descriptor, role, resource, name)) &&
    keyTargets(descriptor, resource).every((target) => mayReadKey(descriptor, role, target))
  );
}

/** The resources that a key names records of. */
export function keyTargets({ resources }: Descriptor, resource: Resource): Resource[] {
  return resource.importKey.flatMap((name) => {
    const target = resources.get(targetOf(resource.fields.get(name)) ?? '');
    return target && target !== resource ? [target] : [];
  });
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
    const target = requireEntry(descriptor.resources, name);
    const isLimited = rowRightsOf(descriptor, role, target)?.export !== undefined;
    return mayDo(descriptor, role, target, 'export') && !isLimited;
  });
}

/** Whether a role may see the whole descriptor, including the permissions of other roles. */
export function maySeeStructure({ roles }: Descriptor, role: string): boolean {
  const own = roles.get(role);
  return own !== undefined && (own.all || own.devMenu || own.configure);
}

/** Whether a role may change the descriptor in the browser, and with it the rights of every role. */
export function mayConfigure({ roles }: Pick<Descriptor, 'roles'>, role: string): boolean {
  const own = roles.get(role);
  return own !== undefined && (own.all || own.configure);
}

/** Whether a role may manage users, emails and the audit. Only roles with `all` may. */
export function mayAdminister({ roles }: Descriptor, role: string): boolean {
  return roles.get(role)?.all === true;
}
