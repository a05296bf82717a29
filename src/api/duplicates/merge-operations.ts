import { Groups, Merged, Merges, Step, Undone } from '../../contract/duplicates.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { textIn } from '../../fields/localized-text.ts';
import { mergeBody } from './merge-body.ts';
import { json, jsonBody, recordOf, toAnswerSchema } from '../http/operation/schemas.ts';
import { filterParameters, id } from '../http/operation/parameters.ts';
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
      summary: `Find possible duplicates in ${called}`,
      description:
        '`value` and `letters` return groups page by page, largest first. `similarity` compares each record with those after it, for up to 1.5 s per request; pass `next` as `_after` to continue. It is null when all records have been compared.',
      tags,
      parameters: [
        query('field', 'The field to compare.', { type: 'string', enum: fields }, true),
        query('by', 'How to compare. Default: `value`.', {
          type: 'string',
          enum: [...new Set(duplicates.map(({ by }) => by))],
        }),
        query('_page', 'The page of groups, starting at 1.', { type: 'integer', minimum: 1 }),
        query('_perPage', 'The number of groups per page.', {
          type: 'integer',
          minimum: 1,
          maximum: 1000,
        }),
        query('_after', '`similarity` only: `next` from the previous response.', {
          type: 'string',
        }),
        ...filterParameters(resource),
      ],
      responses: {
        200: {
          description: 'The groups',
          content: {
            'application/json': {
              schema: {
                anyOf: [Groups, Step].map((one) => toAnswerSchema(one, recordOf(resource))),
              },
            },
          },
        },
      },
      problems: [400, 414, 503],
    }),

    merge: (): Operation => ({
      operationId: `${name}.merge`,
      summary: `Merge records of ${called}`,
      description:
        'References to the merged records point to the kept record afterwards, and their addresses redirect to it (308). Either everything is merged or nothing. A merge can be undone.',
      tags,
      requestBody: jsonBody(mergeBody, {
        keep: SOME_ID,
        merge: [OTHER_ID],
        versions: { [SOME_ID]: 1, [OTHER_ID]: 1 },
        dryRun: true,
      }),
      responses: { 200: json('The kept record', Merged, recordOf(resource)) },
      problems: [404, 409, 412, 413, 415, 422, 428],
    }),

    list: (): Operation => ({
      operationId: `${name}.merges`,
      summary: `List the latest 50 merges of ${called}`,
      tags,
      responses: { 200: json('The merges, newest first', Merges) },
    }),

    undo: (): Operation => ({
      operationId: `${name}.undoMerge`,
      summary: `Undo a merge of ${called}`,
      description: 'Changes made since the merge are kept and listed in `left`.',
      tags,
      parameters: [id],
      responses: { 200: json('The restored records', Undone) },
      problems: [404, 409, 412],
    }),
  };
}

function query(name: string, description: string, schema: Schema, required = false) {
  return { name, in: 'query' as const, description, schema, ...(required && { required }) };
}
