import type { Descriptor } from '../descriptor.ts';

/** The roles that may do everything, in the order of the descriptor; there is at least one. */
export function adminRoles({ roles }: Descriptor): [string, ...string[]] {
  const [first, ...others] = [...roles.values()].filter(({ all }) => all).map(({ name }) => name);
  if (first === undefined) throw new Error('the descriptor has no role that may do everything');
  return [first, ...others];
}
