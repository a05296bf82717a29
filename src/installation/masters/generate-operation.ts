import type { z } from 'zod';
import { toBodySchema } from '../../api/http/operation/body-schema.ts';
import type { Operation } from '../../api/http/operation/operation.ts';

const count = (description: string) => ({ type: 'integer', minimum: 0, description });
const text = { type: 'string' };

const properties = {
  total: count('The masters that result from the extractions.'),
  created: count('New masters.'),
  updated: count('Masters with changed values.'),
  unchanged: count('Masters without changes.'),
  superseded: count('Earlier masters that no longer result from any extraction.'),
  failed: count('Extractions that could not be read and masters that could not be written.'),
  unmapped: {
    type: 'array',
    description: 'Terms without a chem, most frequent first; at most 1,000.',
    items: {
      type: 'object',
      required: ['field', 'term', 'count'],
      properties: {
        field: text,
        term: text,
        count: count('The number of extractions with the term.'),
      },
    },
  },
  unmappedTerms: count('The total number of these terms.'),
  extractions: count('The extractions used: all that are not rejected.'),
  leftOut: count('Extractions without a chem.'),
  unreadable: count('Extractions for which it is unknown whether the chem was detected.'),
  withoutArticle: count('Extractions used without an article.'),
  mappingVersion: { type: ['integer', 'null'], description: 'Null if no mapping is approved.' },
  dryRun: { type: 'boolean' },
  problems: {
    type: 'array',
    description: 'The reasons why masters could not be written; at most 100.',
    items: {
      type: 'object',
      required: ['masterId', 'path', 'code', 'message'],
      properties: { masterId: text, path: text, code: {}, message: text },
    },
  },
};

/** What the document says about a generation. */
export function generateOperation(body: z.ZodType): Operation {
  return {
    operationId: 'masters.generate',
    summary: 'Generate masters from extractions and mappings',
    description: [
      'Generates one master per chem, material group, material, article and test type from all extractions, or those of a project, that are not rejected.',
      'Uses the approved mappings of the version of `mappingId`, or of the newest version that has any.',
      'The same input always gives the same masters; masters that no longer result from it become superseded. `dryRun` shows the result without writing anything.',
      '`projectId` and `mappingId` can be an `_id` or an import key. Only one generation can run at a time (409).',
    ].join('\n'),
    tags: ['masters'],
    requestBody: {
      required: false,
      content: { 'application/json': { schema: toBodySchema(body) } },
    },
    responses: {
      200: {
        description: 'The result of the generation',
        content: {
          'application/json': {
            schema: { type: 'object', required: Object.keys(properties), properties },
          },
        },
      },
    },
    problems: [409, 413, 415, 422],
  };
}
