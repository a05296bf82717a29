import type { Descriptor } from '../../../descriptor/descriptor.ts';
import type { OidcProvider } from './provider.ts';

/**
 * The role that the groups of a user give: that of the first line of the mapping with one of the groups. Without such a
 * group a user loses a role that the mapping names, and keeps one that an admin gave otherwise.
 */
export function roleOf(
  { roles }: Pick<OidcProvider, 'roles'>,
  groups: readonly string[],
  { current, otherwise }: { current: string | undefined; otherwise: string },
  descriptor: Pick<Descriptor, 'roles'>,
): string {
  const declaredRoles = roles.filter(([, role]) => descriptor.roles.has(role));
  const given = declaredRoles.find(([group]) => groups.includes(group));
  if (given) return given[1];
  if (current === undefined || declaredRoles.some(([, role]) => role === current)) return otherwise;
  return current;
}
