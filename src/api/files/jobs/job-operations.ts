import { once } from '../../http/operation/once-parameter.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { formats } from '../../../files/formats/formats.ts';
import { Job, JobProblems, JobRows, Jobs, jobStates, Look } from '../../../contract/jobs.ts';
import { outcomes, sayings } from './read-jobs.ts';
import { runBody } from './run-job.ts';
import { json } from '../../http/operation/answer-schema.ts';
import { jsonBody } from '../../http/operation/body-schema.ts';
import { query } from '../../http/operation/say-shape.ts';
import { lookBody } from './look-at-file.ts';
import type { Operation, Parameter, Schema } from '../../http/operation/operation.ts';
import { id } from '../../http/operation/id-parameter.ts';

const tags = ['jobs'];
const text: Schema = { type: 'string' };

const paging: readonly Parameter[] = [
  query('_perPage', { type: 'integer', minimum: 1, maximum: 1000, default: 10 }),
  query('_after', text, '`next` of the answer before'),
];

/** What the document says about imports as jobs. */
export const jobOperations = {
  create: ({ name }: Resource): Operation => ({
    operationId: `upload_${name}`,
    summary: `Send a file of ${name} to be looked at and imported`,
    description: 'Nothing is imported yet. At most 2 GB, of XLSX 100 MB; kept for 7 days.',
    tags: [name],
    parameters: [once],
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: ['file'],
            properties: { file: { type: 'string', format: 'binary' } },
          },
        },
      },
    },
    responses: { 201: json('The job.', Job) },
    problems: [400, 408, 409, 413, 415, 422, 429],
  }),

  look: (): Operation => ({
    operationId: 'lookAtJob',
    summary: 'See what a file holds',
    description:
      'Its first rows, the row of the names, its columns with the fields they probably are, and how a file with these columns was imported before.',
    tags,
    parameters: [id],
    requestBody: jsonBody(lookBody),
    responses: {
      200: json('What it holds.', Look),
    },
    problems: [400, 404, 422],
  }),

  run: (): Operation => ({
    operationId: 'runJob',
    summary: 'Import the file, or rehearse it',
    description:
      'Works on while you poll the job. One import per resource runs at a time. With `dryRun` nothing is written, and the rows say what would become of them.',
    tags,
    parameters: [id, once],
    requestBody: jsonBody(runBody),
    responses: { 202: json('The job, running.', Job) },
    problems: [400, 404, 409, 422],
  }),

  list: (): Operation => ({
    operationId: 'jobs',
    summary: 'Imports and exports, the newest first',
    tags,
    parameters: [
      query('state', text, `One or more of ${jobStates.join(', ')}`),
      query('resource', text, 'One or more resources'),
      query('kind', text, 'import, export or both'),
      query('all', { enum: ['true'] }, 'Those of everybody; for admins.'),
      ...paging,
    ],
    responses: {
      200: json('Jobs.', Jobs),
    },
    problems: [400],
  }),

  read: (): Operation => ({
    operationId: 'job',
    summary: 'One import',
    tags,
    parameters: [id],
    responses: { 200: json('The job.', Job) },
    problems: [404],
  }),

  rows: (): Operation => ({
    operationId: 'jobRows',
    summary: 'What became of the rows',
    description:
      'All that failed or deserve a look, up to 100,000 of each, and the first 1,000 of each other outcome. `warning` is the rows that deserve a look, whatever becomes of them.',
    tags,
    parameters: [
      id,
      query('outcome', { enum: outcomes, default: 'failed' }),
      query('column', text, 'Only rows with a problem, or a warning, in this column of the file'),
      query('code', text, 'Only rows with a problem of this code'),
      ...paging,
    ],
    responses: {
      200: json('Rows.', JobRows),
    },
    problems: [400, 404],
  }),

  problems: (): Operation => ({
    operationId: 'jobProblems',
    summary: 'What is wrong with rows, or deserves a look, counted',
    tags,
    parameters: [id, query('outcome', { enum: sayings, default: 'failed' })],
    responses: {
      200: json('The most frequent first.', JobProblems),
    },
    problems: [404],
  }),

  failed: (): Operation => ({
    operationId: 'failedRows',
    summary: 'The rows that failed, deserve a look or were left out, as a file',
    description: 'As a workbook where one was sent, as CSV of another table, as NDJSON of JSON.',
    tags,
    parameters: [
      id,
      query('outcome', { enum: sayings, default: 'failed' }),
      {
        name: 'Accept-Language',
        in: 'header',
        description: 'The language of the reasons: `en` or `de`.',
        schema: { type: 'string', default: 'en' },
      },
    ],
    responses: {
      200: {
        description: 'The file.',
        content: {
          'text/csv': { schema: text },
          'application/x-ndjson': { schema: text },
          [formats.xlsx.contentType]: { schema: {} },
        },
      },
    },
    problems: [404],
  }),

  cancel: () => change('cancelJob', 'Stop an import after the batch it is at'),
  resume: () => change('resumeJob', 'Go on with an import that was broken off'),
  undo: () =>
    change(
      'undoJob',
      'Take an import back',
      'What it made is deleted, what it changed has its values of before. Records that were changed since stay and are listed.',
    ),

  remove: (): Operation => ({
    operationId: 'removeJob',
    summary: 'Forget an import and its file; its records stay',
    tags,
    parameters: [id],
    responses: { 204: { description: 'It is gone.' } },
    problems: [404, 409],
  }),
};

function change(operationId: string, summary: string, description?: string): Operation {
  return {
    operationId,
    summary,
    ...(description !== undefined && { description }),
    tags,
    parameters: [id],
    responses: { 202: json('The job.', Job) },
    problems: [404, 409],
  };
}
