import type { UserCall } from '../../api/http/call.ts';
import { problem, type Problem } from '../../fields/problem.ts';
import { findHidden } from '../find-hidden.ts';
import { dictionaryFields } from './dictionary.ts';
import { extractionFields } from './group-extractions.ts';
import { resourceNamed } from './read-all.ts';

/**
 * Whoever generates must see all that goes into it: of a part of the extractions other masters would
 * come, and those of the rest would be called superseded.
 */
export function checkSight(call: UserCall): Problem | undefined {
  const hidden = findHidden(call, {
    ...dictionaryFields,
    extractions: ['extractionId', 'status', 'project', ...extractionFields],
  });
  const masters = resourceNamed(call.descriptor, 'masters');
  const isLimited = call.restriction?.rowsOf(masters)?.see;
  return hidden ?? (isLimited && problem('A012', 'masters', { role: call.role }));
}
