import type { Resource } from '../../descriptor/descriptor.ts';
import { textIn } from '../../fields/localized-text.ts';
import { lookupBody } from '../search/lookup/lookup-body.ts';
import { toBodySchema } from '../http/operation/body-schema.ts';
import type { Operation } from '../http/operation/operation.ts';

/** What the document says about looking up many values at once. */
export function lookupOperation(resource: Resource): Operation {
  const { name, label, importKey } = resource;
  return {
    operationId: `${name}.lookup`,
    summary: `Find the records of ${textIn(label, 'en')} that are meant by what somebody wrote`,
    description:
      'Up to 1,000 values in one question. A value is found as it is written, all in small or capital letters, with a capital at the start or of each word; numbers and identifiers in the form the field keeps them.',
    tags: [name],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: toBodySchema(lookupBody),
          example: { values: ['01'], fields: [importKey] },
        },
      },
    },
    responses: {
      200: {
        description: 'For each value, in their order, the records it means',
        content: { 'application/json': { schema: answer } },
      },
    },
    problems: [413, 415, 422],
  };
}

const answer = {
  type: 'object',
  required: ['data', 'more'],
  properties: {
    data: {
      type: 'array',
      items: {
        type: 'object',
        required: ['value', 'matches'],
        properties: {
          value: { type: 'string' },
          matches: {
            type: 'array',
            items: {
              type: 'object',
              required: ['record', 'by'],
              properties: {
                record: {
                  type: 'object',
                  required: ['_id'],
                  description: 'Its `_id` and the fields of its title.',
                  properties: { _id: { type: 'string' } },
                },
                by: {
                  type: 'array',
                  items: { type: 'string' },
                  description: 'The fields it stands in.',
                },
              },
            },
          },
        },
      },
    },
    more: { type: 'boolean', description: 'There are more records than the 5,000 looked at.' },
  },
} as const;
