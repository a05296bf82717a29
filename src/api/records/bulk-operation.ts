import type { Resource } from '../../descriptor/descriptor.ts';
import { textIn } from '../../fields/localized-text.ts';
import { bulkBody } from './bulk-body.ts';
import { toBodySchema } from '../http/operation/body-schema.ts';
import { once } from '../http/operation/once-parameter.ts';
import type { Operation, Schema } from '../http/operation/operation.ts';
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
    requestBody: {
      required: true,
      content: { 'application/json': { schema: toBodySchema(bulkBody), example } },
    },
    responses: {
      200: {
        description: 'What became of them; `results` only with `records`',
        content: {
          'application/json': { schema: toAnswer(name) },
          'application/x-ndjson': { schema: progressLine },
        },
      },
    },
    problems: [409, 413, 415, 422],
  };
}

const summary: Schema = { $ref: '#/components/schemas/BulkSummary' };

function toAnswer(name: string): Schema {
  const record: Schema = { $ref: `#/components/schemas/${name}` };
  const result: Schema = {
    type: 'object',
    required: ['index', 'status'],
    properties: {
      index: { type: 'integer', minimum: 0, description: 'Its place in `records`.' },
      _id: { type: 'string' },
      status: { enum: ['created', 'updated', 'unchanged', 'deleted', 'failed'] },
      _version: { type: 'integer', minimum: 1 },
      record: { ...record, description: 'As it is now.' },
      before: {
        type: 'object',
        description:
          'Of a change the merge patch that makes it as it was; of a removal the whole record, to be created anew with its `_id`.',
      },
      problems: { type: 'array', items: { $ref: '#/components/schemas/ProblemItem' } },
      current: { ...record, description: 'With `S003`: the record as it is now.' },
    },
  };
  return {
    allOf: [
      summary,
      { type: 'object', properties: { results: { type: 'array', maxItems: 1000, items: result } } },
    ],
  };
}

const counts = [
  'done',
  'expected',
  'created',
  'updated',
  'unchanged',
  'deleted',
  'failed',
  'duplicates',
];

const progressLine: Schema = {
  description: 'One line of JSON after each batch, and a last one with the summary.',
  oneOf: [
    {
      type: 'object',
      required: ['progress'],
      properties: {
        progress: {
          type: 'object',
          required: ['run', ...counts],
          properties: {
            run: {
              type: 'string',
              description: 'Names this work for `POST /api/bulk/{run}/stop`.',
            },
            ...Object.fromEntries(counts.map((each) => [each, { type: 'integer', minimum: 0 }])),
          },
        },
      },
    },
    {
      type: 'object',
      required: ['summary'],
      properties: {
        summary: {
          allOf: [
            summary,
            {
              type: 'object',
              properties: {
                stopped: {
                  type: 'object',
                  description: 'When it was stopped before its end: by `_id`, at most 10,000 each.',
                  required: ['changed', 'left'],
                  properties: {
                    changed: { type: 'array', items: { type: 'string' } },
                    left: { type: 'array', items: { type: 'string' } },
                  },
                },
              },
            },
          ],
        },
      },
    },
  ],
};

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
