import { z } from 'zod';
import { BulkAnswer, BulkLine, MAX_IDS, MAX_RECORDS } from '../../contract/bulk.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { textIn } from '../../fields/problems/localized-text.ts';
import { jsonBody, recordOf, toAnswerSchema } from '../http/operation/schemas.ts';
import { changeHeaders, once } from '../http/operation/parameters.ts';
import type { Operation } from '../http/operation/operation.ts';

const entry = z.strictObject({
  action: z
    .enum(['create', 'update', 'delete'])
    .optional()
    .describe(
      'What to do with this record. Default: the `action` of the request, otherwise `update`.',
    ),
  _id: z.string().optional().describe('For a new record: only to choose its `_id` yourself.'),
  _version: z
    .union([z.int().min(1), z.literal('*')], { error: 'a version or *' })
    .optional()
    .describe('The version that the change or deletion is based on; `*` accepts any version.'),
  data: z
    .unknown()
    .optional()
    .describe('The JSON merge patch (RFC 7396), or the values of a new record.'),
});

const edit = z.union([
  z.strictObject({
    append: z
      .string()
      .min(1)
      .describe('Text to add at the end: on a new line, or after a space in a field of one line.'),
  }),
  z.strictObject({
    find: z.string().min(1).describe('The text to replace everywhere; case matters.'),
    replace: z.string(),
  }),
]);

export type BulkEntry = z.infer<typeof entry>;

export const bulkBody = z.strictObject({
  action: z
    .string()
    .optional()
    .describe(
      '`update`, `delete`, or an action of the collection that supports many records. With `records` it is optional: it applies to the records that set no action. Default: `update`.',
    ),
  ids: z
    .array(z.string())
    .max(MAX_IDS)
    .optional()
    .describe('Selects records by `_id`. Use `ids`, or `where` and `q`, or `records`.'),
  where: z
    .unknown()
    .optional()
    .describe('Selects all records that match a filter, as in the `where` parameter of the list.'),
  q: z
    .string()
    .optional()
    .describe(
      'Selects all records that match a search, as in the `q` parameter of the list; can be combined with `where`.',
    ),
  all: z
    .literal(true)
    .optional()
    .describe('Confirms a `delete` whose filter matches every record.'),
  data: z
    .unknown()
    .optional()
    .describe('The JSON merge patch for each record (RFC 7396), or the form values of an action.'),
  edits: z
    .record(z.string(), edit)
    .optional()
    .describe('With `update`: changes to the texts that the records already have, by field.'),
  records: z
    .array(entry)
    .max(MAX_RECORDS)
    .optional()
    .describe('Records with individual values; `results` has one result for each.'),
  atomic: z.boolean().optional().describe('With `records`: writes all of them or none.'),
});

/** The OpenAPI operation of bulk changes to a resource. */
export function bulkOperation(resource: Resource, limits: string): Operation {
  const { name, label, actions } = resource;
  const declared = actions.filter(({ bulk }) => bulk).map((action) => `\`${action.name}\``);
  return {
    operationId: `${name}.bulk`,
    summary: `Change many records of ${textIn(label, 'en')}`,
    description: [
      'Each record passes the same checks and gets the same history and events as a single change. Records that fail do not stop the others.',
      'With `ids`, or with `where` and `q`, one action is applied to all of them in short batches. `where` and `q` select all records that match at the start, without a limit.',
      'With `records`, each record has its own values and its own result.',
      declared.length > 0 ? `Actions for many records: ${declared.join(', ')}.` : '',
      'With `Accept: application/x-ndjson`, the response reports the progress after each batch. Each line contains the `run`; `POST /api/bulk/{run}/stop` stops it before the next batch, and the last line then has the exact summary. Closing the connection also stops it.',
    ]
      .filter((sentence) => sentence !== '')
      .join(' ')
      .concat(limits),
    parameters: [once, ...changeHeaders],
    requestBody: jsonBody(bulkBody, { action: 'delete', ids: ['01'] }),
    responses: {
      200: {
        description: 'The summary; `results` only with `records`',
        content: {
          'application/json': { schema: toAnswerSchema(BulkAnswer, recordOf(resource)) },
          'application/x-ndjson': { schema: toAnswerSchema(BulkLine) },
        },
      },
    },
    problems: [409],
  };
}

/** The OpenAPI operation that stops bulk work. */
export function stopBulkOperation(): Operation {
  return {
    operationId: 'bulk.stop',
    summary: 'Stop a bulk request',
    description:
      'Stops one of your own bulk requests before its next batch, on whichever server it runs. The last line of its response then says exactly which records were changed and which were left. Has no effect on a run that has ended or belongs to someone else.',
    parameters: [
      { name: 'run', in: 'path', required: true, schema: { type: 'string', maxLength: 64 } },
    ],
    responses: { 204: { description: 'The request stops after the current batch' } },
  };
}
