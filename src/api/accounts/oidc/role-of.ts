import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { roleNow } from '../../../descriptor/role-now.ts';
import type { OidcProvider } from './provider.ts';

/**
 * The role that the groups of a user give: that of the first line of the mapping with one of the groups. Without such a
 * group a user loses a role that the mapping names, and keeps one that an admin gave otherwise. The mapping may name a
 * role as it was called before.
 */
export function roleOf(
  { roles }: Pick<OidcProvider, 'roles'>,
  groups: readonly string[],
  { current, otherwise }: { current: string | undefined; otherwise: string },
  descriptor: Pick<Descriptor, 'roles'>,
): string {
  const declaredRoles = roles.flatMap(([group, named]) => {
    const role = roleNow(descriptor, named);
    return role === undefined ? [] : [[group, role] as const];
  });
  const given = declaredRoles.find(([group]) => groups.includes(group));
  if (given) return given[1];
  if (current === undefined || declaredRoles.some(([, role]) => role === current)) return otherwise;
  return current;
}
