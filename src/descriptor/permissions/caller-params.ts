import type { ProblemParams } from '../../fields/problems/problem.ts';
import type { Descriptor } from '../descriptor.ts';

/** The params of a problem that name who may not do something: the role and, with an API key, also the key. */
export function callerParams({ roles }: Pick<Descriptor, 'roles'>, role: string): ProblemParams {
  return { role, ...roles.get(role)?.narrowing?.named };
}
