import { keyTargets, referenceKey } from '../../descriptor/access.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { hidesRows } from '../../descriptor/access-of.ts';

/**
 * The relation fields that a file writes by the import key of their target, which
 * people and other installations know. They keep the `_id` if the role may not read
 * that key or may not see all target records: an export of sources must not reveal the
 * email addresses of users, nor the names of records that the role cannot see.
 */
export function fieldsByKey(
  descriptor: Descriptor,
  role: string,
  resource: Resource,
  requestedFields: readonly string[] = [],
) {
  const beyond = requestedFields.flatMap((name) => resource.through.get(name) ?? []);
  const names = [...resource.fields.values(), ...beyond]
    .filter((field) => {
      const relation = field.kind.relation?.(field.settings);
      const target = relation && descriptor.resources.get(relation.to);
      return target !== undefined && namesByKey(descriptor, role, target);
    })
    .map((field) => field.name);
  return new Set(names);
}

/** Whether a file names records by a key; the role must see all records that have it, and those that it names. */
function namesByKey(descriptor: Descriptor, role: string, target: Resource): boolean {
  const seesAll = (one: Resource): boolean =>
    !hidesRows(descriptor, role, one) && keyTargets(descriptor, one).every(seesAll);
  return seesAll(target) && !referenceKey(descriptor, role, target).includes('_id');
}
