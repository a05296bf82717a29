import type { UserCall } from '../api/http/call.ts';
import { mayRead } from '../descriptor/access.ts';
import { problem, type Problem } from '../fields/problem.ts';
import { resourceNamed } from './masters/read-all.ts';

/**
 * What keeps the caller from seeing all records of some resources, and these fields of them: for code
 * that counts past the store, where a part of the records would yield something else than the whole.
 */
export function findHidden(
  { descriptor, role, restriction }: UserCall,
  used: Readonly<Record<string, readonly string[]>>,
): Problem | undefined {
  for (const [name, fields] of Object.entries(used)) {
    const resource = resourceNamed(descriptor, name);
    if (restriction?.rowsOf(resource)?.see)
      return problem('A012', name, { role }, 'all records of it are needed');
    const hidden = fields.find((field) => !mayRead(descriptor, role, resource, field));
    if (hidden !== undefined) return problem('A007', `${name}.${hidden}`, { role });
  }
  return undefined;
}
