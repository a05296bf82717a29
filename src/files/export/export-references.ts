import { referenceKey } from '../../descriptor/access.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { hidesRows } from '../../descriptor/filter/row-filters.ts';

/**
 * The relation fields a file writes by the import key of their target, as people
 * and other installations know it. Where the role may not read that key, the
 * `_id` stays: an export of sources must not tell the email addresses of users,
 * nor what records are called that the role does not see.
 */
export function fieldsByKey(descriptor: Descriptor, role: string, resource: Resource) {
  const names = [...resource.fields.values()]
    .filter((field) => {
      const relation = field.kind.relation?.(field.settings);
      const target = relation && descriptor.resources.get(relation.to);
      if (target === undefined || hidesRows(descriptor, role, target)) return false;
      return referenceKey(descriptor, role, target) !== '_id';
    })
    .map((field) => field.name);
  return new Set(names);
}
