import { fieldsOfFilter } from '../filter/declared-filter.ts';
import { isObject } from '../json-object.ts';
import { readWhere } from '../filter/where.ts';
import type { Draft, DraftResource } from './draft.ts';
import { checkFilter, checkWritten } from './filter-checks.ts';
import { found, type Found } from './grammar-problems.ts';

/** The filters of permissions: that they can be read, and ask for nothing their role may not read. */
export function checkPermissions(draft: Draft): Found[] {
  return [...draft.resources.values()].flatMap((resource) => {
    const { permissions } = resource.declared;
    const roles = Object.entries(isObject(permissions) ? permissions : {});
    return roles.flatMap(([role, rights]) =>
      Object.entries(isObject(rights) ? rights : {})
        .filter(([, right]) => isObject(right))
        .flatMap(([operation, filter]) => checkRight(resource, role, operation, filter)),
    );
  });
}

function checkRight(
  resource: DraftResource,
  role: string,
  operation: string,
  filter: unknown,
): Found[] {
  const path = ['resources', resource.name, 'permissions', role, operation];
  const problems = checkFilter(resource, filter, path);
  if (problems.length > 0) return problems;
  const read = readWhere({ resource }, filter);
  if (!('filter' in read)) return [];
  const names = fieldsOfFilter({ unresolved: read.filter });
  const computed = checkWritten(resource, names, path, 'a permission');
  if (computed.length > 0) return computed;
  // Which records come and go would tell what stands in the field.
  return names
    .filter((name) => resource.fields.get(name)?.read?.includes(role) === false)
    .map((value) => found('D031', path, { value, role }));
}
