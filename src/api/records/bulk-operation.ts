import { BulkAnswer, BulkLine } from '../../contract/bulk.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { textIn } from '../../fields/localized-text.ts';
import { bulkBody } from './bulk-body.ts';
import { toAnswerSchema } from '../http/operation/answer-schema.ts';
import { jsonBody } from '../http/operation/body-schema.ts';
import { once } from '../http/operation/once-parameter.ts';
import type { Operation } from '../http/operation/operation.ts';
import { patchExample } from './record-examples.ts';

/** What the document says about doing something with many records of a resource. */
export function bulkOperation(resource: Resource, limits: string): Operation {
  const { name, label, actions } = resource;
  const declared = actions.filter(({ bulk }) => bulk).map((action) => `\`${action.name}\``);
  const example = { action: 'update', ids: ['01'], data: patchExample(resource) };
  return {
    operationId: `${name}.bulk`,
    summary: `Do something with many records of ${textIn(label, 'en')}`,
    description: [
      'Each record passes the same checks as alone, and leaves the same history and events; those that fail do not hold up the others.',
      'By `ids` or by `where` and `q` one thing is done with all of them, in short batches: with `where` all that matched when it began, however many.',
      'By `records` each has values of its own and its own result.',
      declared.length > 0 ? `Actions for many: ${declared.join(', ')}.` : '',
      'With `Accept: application/x-ndjson` the answer tells of its progress after each batch; each line names the `run`, and `POST /api/bulk/{run}/stop` stops it before the next batch, with the exact summary as the last line. Closing the connection stops it too.',
    ]
      .filter((sentence) => sentence !== '')
      .join(' ')
      .concat(limits),
    tags: [name],
    parameters: [once],
    requestBody: jsonBody(bulkBody, example),
    responses: {
      200: {
        description: 'What became of them; `results` only with `records`',
        content: {
          'application/json': { schema: toAnswerSchema(BulkAnswer, resource) },
          'application/x-ndjson': { schema: toAnswerSchema(BulkLine) },
        },
      },
    },
    problems: [409, 413, 415, 422],
  };
}

/** What the document says about stopping such work. */
export function stopBulkOperation(): Operation {
  return {
    operationId: 'bulk.stop',
    summary: 'Stop work on many records',
    description:
      'Stops the run of your own bulk call before its next batch, on whichever server it runs. Its last line then says exactly what was changed and what was left. A run that has ended, or is not yours, is left alone.',
    tags: ['bulk'],
    parameters: [
      { name: 'run', in: 'path', required: true, schema: { type: 'string', maxLength: 64 } },
    ],
    responses: { 204: { description: 'It stops as soon as the batch under way is written' } },
  };
}
