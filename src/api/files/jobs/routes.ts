import type { Resource } from '../../../descriptor/descriptor.ts';
import {
  onceRoute,
  queryRoute,
  type Route,
  route,
  withArgument,
  withKey,
} from '../../http/route.ts';
import { createJob } from './create-job.ts';
import { removeJob, stopJob } from './find-job.ts';
import { answerFailed } from './failed-file.ts';
import { readValues, valuesBody } from './column-values.ts';
import { inspectFile, inspectBody } from './inspect-file.ts';
import {
  outcomes,
  readJob,
  readJobs,
  readProblems,
  readRows,
  reasonOutcomes,
} from './read-jobs.ts';
import { againBody, answerRetry, resumeJob, runJob, undoJob } from './run-job.ts';
import { sheetRoutes } from './sheets.ts';
import { formats } from '../../../files/formats/formats.ts';
import { ImportSettings } from '../../../contract/import-settings.ts';
import { ColumnValues } from '../../../contract/column-values.ts';
import { Job, JobProblems, JobRows, Jobs, jobStates, Inspection } from '../../../contract/jobs.ts';
import { json, jsonBody } from '../../http/operation/schemas.ts';
import type { Operation, Schema } from '../../http/operation/operation.ts';
import { once, query, cursorPaging } from '../../http/operation/parameters.ts';
const text: Schema = { type: 'string' };

/**
 * Imports as jobs: read, dry run, run, stop, resume, undo. A job belongs to its owner; a key has those that it made, and
 * leaves undoing to people.
 */
export function jobRoutes(): Route[] {
  return [
    queryRoute('GET /api/jobs', readJobs, 'user', () => ({
      operationId: 'jobs',
      summary: 'List imports and exports, newest first',
      parameters: [
        query('state', text, `One or more states: ${jobStates.join(', ')}.`),
        query('resource', text, 'One or more resources, separated by commas.'),
        query(
          'kind',
          text,
          'One or more of `import`, `export` and `undo`, separated by commas. Default: `import,export`.',
        ),
        query('all', { enum: ['true'] }, 'Includes the jobs of all users; admins only.'),
        ...cursorPaging,
      ],
      responses: { 200: json('Jobs.', Jobs) },
    })),
    route('GET /api/jobs/:id', readJob, 'user', () => ({
      operationId: 'job',
      summary: 'Get an import or export',
      responses: { 200: json('The job.', Job) },
    })),
    route('DELETE /api/jobs/:id', removeJob, 'user', () => ({
      operationId: 'removeJob',
      summary: 'Delete an import and its file, but not its records',
      responses: { 204: { description: 'Deleted.' } },
      problems: [409],
    })),
    route('POST /api/jobs/:id/look', inspectFile, 'user', () => ({
      operationId: 'lookAtJob',
      summary: 'Analyse an uploaded file',
      description:
        'Returns the first rows, the header row, the columns with suggested fields, and the recipe of an earlier import with the same columns.',
      requestBody: jsonBody(inspectBody),
      responses: { 200: json('The content of the file.', Inspection) },
    })),
    route('POST /api/jobs/:id/values', readValues, 'user', () => ({
      operationId: 'valuesOfJob',
      summary: 'List the different values of a column of an uploaded file',
      description:
        'Reads the file, at most 2,000,000 rows or 20 seconds. Remembers up to 20,000 different values and returns up to 1,000. A decision about a value is an entry of a `map` step of its column. Each user can have two such requests at a time.',
      requestBody: jsonBody(valuesBody),
      responses: { 200: json('The values, or groups of them.', ColumnValues) },
    })),
    route('POST /api/jobs/:id/run', runJob, 'user', () => ({
      operationId: 'runJob',
      summary: 'Start the import or a dry run',
      description:
        'Runs in the background; poll the job for its progress. Only one import per resource can run at a time. With `dryRun`, nothing is written, and the rows show what an import would do.',
      parameters: [once],
      requestBody: jsonBody(ImportSettings),
      responses: { 202: json('The running job.', Job) },
      problems: [409],
    })),
    route('POST /api/jobs/:id/cancel', stopJob, 'user', () =>
      change('cancelJob', 'Stop an import or undo after the current batch'),
    ),
    onceRoute('POST /api/jobs/:id/resume', resumeJob, 'user', () =>
      change('resumeJob', 'Resume an interrupted import or undo'),
    ),
    onceRoute('POST /api/jobs/:id/again', answerRetry, 'user', () => ({
      operationId: 'retryFailedRows',
      summary: 'Try the failed rows of an import again',
      description:
        'Makes a job from the failed rows, with their mended cells and the options of the import, and starts its dry run. `{row}` stays the number that each row had.',
      requestBody: { ...jsonBody(againBody), required: false },
      responses: { 201: json('The new job.', Job) },
    })),
    onceRoute('POST /api/jobs/:id/undo', undoJob, 'user', () =>
      change(
        'undoJob',
        'Undo an import',
        'Deletes the records the import created and restores the old values of those it changed. Records changed since then are kept and listed.',
      ),
    ),
    queryRoute('GET /api/jobs/:id/rows', readRows, 'user', () => ({
      operationId: 'jobRows',
      summary: 'List the rows of an import by outcome',
      description:
        'Up to 100,000 failed rows, up to 100,000 rows with warnings, and the first 1,000 rows of each other outcome. `warning` lists all rows with warnings, whether they were imported or not, and `mended` those with mended cells.',
      parameters: [
        query('outcome', { enum: outcomes, default: 'failed' }),
        query('column', text, 'Only rows with a problem or warning in this column of the file.'),
        query('code', text, 'Only rows with a problem or warning of this code.'),
        query('field', text, 'Only rows that change this field.'),
        ...cursorPaging,
      ],
      responses: { 200: json('Rows.', JobRows) },
    })),
    queryRoute('GET /api/jobs/:id/problems', readProblems, 'user', () => ({
      operationId: 'jobProblems',
      summary: 'Count the problems of an import, and the fields that it changes',
      parameters: [query('outcome', { enum: outcomes, default: 'failed' })],
      responses: { 200: json('The problems, most frequent first.', JobProblems) },
    })),
    queryRoute('GET /api/jobs/:id/failed', answerFailed, 'user', () => ({
      operationId: 'failedRows',
      summary: 'Download failed or skipped rows as a file',
      description:
        'Returns the rows in the format of the import: a workbook for XLSX, CSV for other tables, NDJSON for JSON.',
      parameters: [
        query('outcome', { enum: reasonOutcomes, default: 'failed' }),
        {
          name: 'Accept-Language',
          in: 'header',
          description: 'The language of the problem texts: `en` or `de`.',
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
    })),
    ...sheetRoutes(),
  ].map((each) => (each.run === undoJob ? each : withKey(each)));
}

/** The job routes of one resource. */
export function jobRoutesOf(resource: Resource): Route[] {
  const needs = { may: 'import', of: resource } as const;
  return [
    route(`POST ${resource.root}/jobs`, withArgument(createJob, resource), needs, () => ({
      operationId: `upload_${resource.name}`,
      summary: `Upload a file to import into ${resource.name}`,
      description:
        'Does not import anything yet. At most 2 GB, or 100 MB for XLSX. A ZIP can have a table and the files that its cells name. The file is kept for 7 days.',
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
      problems: [409, 422],
    })),
  ];
}

function change(operationId: string, summary: string, description?: string): Operation {
  return {
    operationId,
    summary,
    ...(description !== undefined && { description }),
    responses: { 202: json('The job.', Job) },
    problems: [409],
  };
}
