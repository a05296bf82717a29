import { json } from '../http/operation/answer-schema.ts';
import { Found } from '../../contract/lists.ts';
import { LONGEST, MOST_EACH, USUAL_EACH } from './search.ts';
import type { Operation } from '../http/operation/operation.ts';

/** What the document says about searching everywhere at once. */
export function searchOperation(): Operation {
  return {
    operationId: 'search',
    summary: 'Search all collections',
    description:
      'In the fields the lists search, of the records you may see. What begins with the text comes first. A collection that takes too long says `timedOut`.',
    tags: ['desk'],
    parameters: [
      {
        name: 'q',
        in: 'query',
        required: true,
        description: 'Every word must occur.',
        schema: { type: 'string', minLength: 1, maxLength: LONGEST },
        example: 'moby',
      },
      {
        name: 'limit',
        in: 'query',
        description: 'Records of each collection.',
        schema: { type: 'integer', minimum: 1, maximum: MOST_EACH, default: USUAL_EACH },
      },
    ],
    responses: {
      200: json(
        'By collection, in the order of the descriptor; those without any are left out',
        Found,
      ),
    },
  };
}
