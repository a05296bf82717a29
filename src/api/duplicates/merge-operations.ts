import { Groups, Merged, Merges, Step, Undone } from '../../contract/duplicates.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { textIn } from '../../fields/localized-text.ts';
import { mergeBody } from './merge-body.ts';
import { json, toAnswerSchema } from '../http/operation/answer-schema.ts';
import { jsonBody } from '../http/operation/body-schema.ts';
import { id } from '../http/operation/id-parameter.ts';
import { filterParameters } from '../http/operation/list-parameters.ts';
import type { Operation, Schema } from '../http/operation/operation.ts';

const SOME_ID = '0199c1a0-0000-7000-8000-000000000001';
const OTHER_ID = '0199c1a0-0000-7000-8000-000000000002';

/** What the document says about records that were entered twice. */
export function mergeOperations(resource: Resource) {
  const { name, label, duplicates } = resource;
  const tags = [name];
  const called = textIn(label, 'en');
  const fields = [...new Set(duplicates.map(({ field }) => field))];

  return {
    find: (): Operation => ({
      operationId: `${name}.duplicates`,
      summary: `Find records of ${called} that may mean the same`,
      description:
        '`value` and `letters` answer with groups, the largest first, page by page. `similarity` compares record after record with those after it, for 1.5 s a call: `next` is `_after` of the call that goes on, null at the end.',
      tags,
      parameters: [
        query('field', 'The field that is compared', { type: 'string', enum: fields }, true),
        query('by', 'How; default `value`', {
          type: 'string',
          enum: [...new Set(duplicates.map(({ by }) => by))],
        }),
        query('_page', 'Of groups, from 1', { type: 'integer', minimum: 1 }),
        query('_perPage', 'Groups of a page', { type: 'integer', minimum: 1, maximum: 1000 }),
        query('_after', 'Only for `similarity`: `next` of the call before', { type: 'string' }),
        ...filterParameters(resource),
      ],
      responses: {
        200: {
          description: 'The groups',
          content: {
            'application/json': {
              schema: { anyOf: [Groups, Step].map((one) => toAnswerSchema(one, resource)) },
            },
          },
        },
      },
      problems: [400, 414, 503],
    }),

    merge: (): Operation => ({
      operationId: `${name}.merge`,
      summary: `Make several records of ${called} one`,
      description:
        'What refers to the records that go refers to the one that stays; their addresses answer with 308 from then on. All or nothing; it can be taken back.',
      tags,
      requestBody: jsonBody(mergeBody, {
        keep: SOME_ID,
        merge: [OTHER_ID],
        versions: { [SOME_ID]: 1, [OTHER_ID]: 1 },
        dryRun: true,
      }),
      responses: { 200: json('The record that stays', Merged, resource) },
      problems: [404, 409, 412, 413, 415, 422, 428],
    }),

    list: (): Operation => ({
      operationId: `${name}.merges`,
      summary: `The latest 50 merges of ${called}`,
      tags,
      responses: { 200: json('The merges, the latest first', Merges) },
    }),

    undo: (): Operation => ({
      operationId: `${name}.undoMerge`,
      summary: `Take a merge of ${called} back`,
      description: 'What was written since stays as it is, and is listed in `left`.',
      tags,
      parameters: [id],
      responses: { 200: json('What is there again', Undone) },
      problems: [404, 409, 412],
    }),
  };
}

function query(name: string, description: string, schema: Schema, required = false) {
  return { name, in: 'query' as const, description, schema, ...(required && { required }) };
}
