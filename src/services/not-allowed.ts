import type { Descriptor } from '../descriptor/descriptor.ts';
import { problem, type Problem } from '../fields/problems/problem.ts';
import { callerParams } from '../descriptor/permissions/caller-params.ts';
import type { Caller } from './acting.ts';

/**
 * The problem that the caller may not do this, because `may` does not hold in their descriptor. It names the API key too
 * if `may` holds in the descriptor of its owner.
 */
export function notAllowed(
  { descriptor, role }: Pick<Caller, 'descriptor' | 'role'>,
  path = '',
  may?: (descriptor: Descriptor) => boolean,
): Problem {
  const own = descriptor.roles.get(role)?.narrowing?.of;
  const isOfKey = own !== undefined && may?.(own) === true;
  return problem('A006', path, isOfKey ? callerParams(descriptor, role) : { role });
}
