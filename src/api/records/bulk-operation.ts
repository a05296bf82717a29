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
    summary: `Change many records of ${textIn(label, 'en')}`,
    description: [
      'Each record passes the same checks and leaves the same history and events as a single change. Records that fail do not stop the others.',
      'With `ids`, or with `where` and `q`, one action is applied to all of them in short batches. `where` and `q` select all records that match at the start, without a limit.',
      'With `records`, each record has its own values and its own result.',
      declared.length > 0 ? `Actions for many records: ${declared.join(', ')}.` : '',
      'With `Accept: application/x-ndjson`, the response reports the progress after each batch. Each line contains the `run`; `POST /api/bulk/{run}/stop` stops it before the next batch, and the last line then has the exact summary. Closing the connection also stops it.',
    ]
      .filter((sentence) => sentence !== '')
      .join(' ')
      .concat(limits),
    tags: [name],
    parameters: [once],
    requestBody: jsonBody(bulkBody, example),
    responses: {
      200: {
        description: 'The summary; `results` only with `records`',
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
    summary: 'Stop a bulk request',
    description:
      'Stops one of your own bulk requests before its next batch, on whichever server it runs. The last line of its response then says exactly which records were changed and which were left. Has no effect on a run that has ended or belongs to someone else.',
    tags: ['bulk'],
    parameters: [
      { name: 'run', in: 'path', required: true, schema: { type: 'string', maxLength: 64 } },
    ],
    responses: { 204: { description: 'The request stops after the current batch' } },
  };
}
