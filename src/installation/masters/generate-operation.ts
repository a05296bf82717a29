import type { z } from 'zod';
import { toBodySchema } from '../../api/http/operation/body-schema.ts';
import type { Operation } from '../../api/http/operation/operation.ts';

const count = (description: string) => ({ type: 'integer', minimum: 0, description });
const text = { type: 'string' };

const properties = {
  total: count('Masters that the extractions yield'),
  created: count('Masters that are new'),
  updated: count('Masters that differ from what was there'),
  unchanged: count('Masters that are as they were'),
  superseded: count('Masters generated earlier that the extractions no longer yield'),
  failed: count('Unreadable extractions, and masters that could not be written'),
  unmapped: {
    type: 'array',
    description: 'Terms no chem was found for, the most frequent first, at most 1,000',
    items: {
      type: 'object',
      required: ['field', 'term', 'count'],
      properties: { field: text, term: text, count: count('Extractions that carry it') },
    },
  },
  unmappedTerms: count('All such terms'),
  extractions: count('Extractions that were looked at: those that are not rejected'),
  leftOut: count('Extractions without a chem'),
  unreadable: count('Extractions of which nobody knows whether the chem was detected'),
  withoutArticle: count('Extractions used without an article'),
  mappingVersion: { type: ['integer', 'null'], description: 'Null: no mapping is approved' },
  dryRun: { type: 'boolean' },
  problems: {
    type: 'array',
    description: 'Why masters could not be written; at most 100',
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
    summary: 'Generate masters from extractions through the mappings',
    description: [
      'One master per chem, material group, material, article and test type, from the extractions of a project, or all, that are not rejected.',
      'The approved mappings are those of the version of `mappingId`, by default of the newest version that has one.',
      'The same input yields the same masters; one that it no longer yields becomes superseded. `dryRun` says what would happen.',
      '`projectId` and `mappingId` are an `_id` or what files call the record. One generation runs at a time (409).',
    ].join('\n'),
    tags: ['masters'],
    requestBody: {
      required: false,
      content: { 'application/json': { schema: toBodySchema(body) } },
    },
    responses: {
      200: {
        description: 'What became of the masters',
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
