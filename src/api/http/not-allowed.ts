import type { Descriptor } from '../../descriptor/descriptor.ts';
import type { Problem } from '../../fields/problem.ts';
import { notAllowedProblem } from '../../fields/problem-words.ts';
import type { Call } from './call.ts';

/**
 * The problem that the caller may not do this, because `may` does not hold in their descriptor. It names the API key if
 * `may` holds in the descriptor of its owner, and the role otherwise.
 */
export function notAllowed(
  { descriptor, role, key }: Pick<Call, 'descriptor' | 'role' | 'key'>,
  path = '',
  may?: (descriptor: Descriptor) => boolean,
): Problem {
  const own = descriptor.roles.get(role)?.narrowing?.of;
  const isOfKey = key !== undefined && own !== undefined && may?.(own) === true;
  return notAllowedProblem(path, { role, ...(isOfKey && { key: key.name }) });
}
