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
      'Searches the same fields as the lists, in all records you may see. Records that start with the text come first. A collection that takes too long has `timedOut`.',
    tags: ['desk'],
    parameters: [
      {
        name: 'q',
        in: 'query',
        required: true,
        description: 'The search words; a record must contain all of them.',
        schema: { type: 'string', minLength: 1, maxLength: LONGEST },
        example: 'moby',
      },
      {
        name: 'limit',
        in: 'query',
        description: 'The maximum number of records per collection.',
        schema: { type: 'integer', minimum: 1, maximum: MOST_EACH, default: USUAL_EACH },
      },
    ],
    responses: {
      200: json(
        'The records by collection, in the order of the descriptor; collections without matches are left out',
        Found,
      ),
    },
  };
}
