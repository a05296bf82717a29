import { Job } from '../../../contract/jobs.ts';
import { ChangeSet, ChangeSets, RecordChanges, ways } from '../../../contract/past.ts';
import { cursorPaging, query } from '../../http/operation/parameters.ts';
import { json, jsonBody } from '../../http/operation/schemas.ts';
import type { Schema } from '../../http/operation/operation.ts';
import { onceRoute, queryRoute, type Route, route } from '../../http/route.ts';
import { undoChangeSet, undoPeriod, undoPeriodBody, undoSetBody } from './ask-undo.ts';
import { readChangeSet, readChangeSets, readRecordChanges } from './read-changes.ts';
const text: Schema = { type: 'string' };

const period = [
  query('from', text, 'From this day or time on.'),
  query('to', text, 'Before this time, or up to the end of this day.'),
];

const undoText =
  'Deletes what the changes created, restores the values they replaced, and brings back what they deleted. ' +
  'Records that were changed since are left alone and listed (S003), unless `overwrite` is given. ' +
  'Runs as a job, whose ID is that of its own change set; the response waits up to two seconds for its end. ' +
  'An undo can be undone like any other change set.';

/** Sets of changes that belong together, single changes, and their undo. */
export function changeRoutes(): Route[] {
  return [
    queryRoute('GET /api/changes', readChangeSets, 'user', () => ({
      operationId: 'changes',
      summary: 'List change sets, newest first',
      description:
        'Lists sets that changed a collection whose history you may see; where permissions hide records of it from you, only your own sets.',
      parameters: [
        query('by', text, 'One or more people by `_id`, separated by commas.'),
        query('resource', text, 'The collection that was changed.'),
        query('way', text, `One or more of ${ways.join(', ')}.`),
        ...period,
        ...cursorPaging,
      ],
      responses: { 200: json('The change sets.', ChangeSets) },
    })),
    queryRoute('GET /api/changes/records', readRecordChanges, 'user', () => ({
      operationId: 'recordChanges',
      summary: 'List single changes of a person, in a collection or of a change set, newest first',
      description:
        'Needs `by`, `resource` or `changeSet`. Where permissions hide records of a collection from you, only your own changes of records that exist.',
      parameters: [
        query('by', text, 'The `_id` of the person.'),
        query('resource', text, 'The collection.'),
        query('changeSet', text, 'The change set.'),
        ...period,
        ...cursorPaging,
      ],
      responses: { 200: json('The changes.', RecordChanges) },
    })),
    route('GET /api/changes/:id', readChangeSet, 'user', () => ({
      operationId: 'change',
      summary: 'Get a change set',
      responses: { 200: json('The change set.', ChangeSet) },
    })),
    onceRoute('POST /api/changes/undo', undoPeriod, 'user', () => ({
      operationId: 'undoChangesOf',
      summary: 'Undo everything one person changed in a period',
      description: `${undoText} For another person you need \`restore\` in all collections they changed.`,
      requestBody: jsonBody(undoPeriodBody),
      responses: { 202: json('The job.', Job) },
      problems: [404],
    })),
    onceRoute('POST /api/changes/:id/undo', undoChangeSet, 'user', () => ({
      operationId: 'undoChange',
      summary: 'Undo a change set',
      description: `${undoText} For the set of another person you need \`restore\` in all collections it changed.`,
      requestBody: jsonBody(undoSetBody),
      responses: { 202: json('The job.', Job) },
    })),
  ];
}
