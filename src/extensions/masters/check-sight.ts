import type { UserCall } from '../../api/call.ts';
import { mayRead } from '../../descriptor/access.ts';
import { problem, type Problem } from '../../fields/problem.ts';
import { dictionaryFields } from './dictionary.ts';
import { extractionFields } from './group-extractions.ts';
import { resourceNamed } from './read-all.ts';

/**
 * Whoever generates must see all that goes into it: of a part of the extractions other masters would
 * come, and those of the rest would be called superseded.
 */
export function checkSight({ descriptor, role, restriction }: UserCall): Problem | undefined {
  const used = {
    ...dictionaryFields,
    extractions: ['extractionId', 'status', 'project', ...extractionFields],
  };
  for (const [name, fields] of Object.entries(used)) {
    const resource = resourceNamed(descriptor, name);
    if (restriction?.rowsOf(resource)?.see)
      return problem('A012', name, { role }, 'all records of it are needed');
    const hidden = fields.find((field) => !mayRead(descriptor, role, resource, field));
    if (hidden !== undefined) return problem('A007', `${name}.${hidden}`, { role });
  }
  const masters = resourceNamed(descriptor, 'masters');
  return restriction?.rowsOf(masters)?.see && problem('A012', 'masters', { role });
}
