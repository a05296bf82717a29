import { z } from 'zod';
import { Groups, Merged, Merges, Step, Undone } from '../../contract/duplicates.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { UserCall } from '../http/call.ts';
import {
  onceRoute,
  queryRoute,
  type Right,
  type Route,
  route,
  withArgument,
} from '../http/route.ts';
import { distinctRoutes } from './distinct-routes.ts';
import { findDuplicates } from './find-duplicates.ts';
import { mergeRecords } from '../../services/records/merge-records.ts';
import { parseBody } from '../http/json-body.ts';
import { type FoundMerge, listMerges, readUndoneMerge } from '../../store/system/past/merges.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import { toVisibleSet, undoneAt } from '../../services/undo/change-set-rights.ts';
import { textIn } from '../../fields/problems/localized-text.ts';
import { mergeBody } from '../../contract/merge-body.ts';
import type { Operation } from '../http/operation/operation.ts';
import { json, jsonBody, recordOf } from '../http/operation/schemas.ts';
import { filterParameters, query } from '../http/operation/parameters.ts';
import { problem } from '../../fields/problems/problem.ts';
import { isRefusal, refuse, refuseAs } from '../../services/refusal.ts';
import { findSet, undoFound } from '../../services/undo/start-undo.ts';
import { asUndo } from '../past/changes/ask-undo.ts';

const MAX_GROUPS = 50;

const SOME_ID = '0199c1a0-0000-7000-8000-000000000001';
const OTHER_ID = '0199c1a0-0000-7000-8000-000000000002';

/** The routes to find and merge duplicates, for resources that declare how to find them. */
export function mergeRoutes(resource: Resource): Route[] {
  const { root, name, label, duplicates } = resource;
  if (duplicates.length === 0) return [];
  const called = textIn(label, 'en');
  const merging: Right = {
    may: 'update',
    of: resource,
    and: [
      { may: 'delete', of: resource },
      { may: 'read', of: resource },
    ],
  };
  const undoing: Right = { ...merging, and: [...merging.and!, { may: 'create', of: resource }] };
  return [
    ...distinctRoutes(resource),
    queryRoute(
      `GET ${root}/duplicates`,
      withArgument(findDuplicates, resource),
      { may: 'list', of: resource },
      () => duplicatesOperation(resource),
    ),
    onceRoute(`POST ${root}/merge`, withArgument(answerMerge, resource), merging, () => ({
      operationId: `${name}.merge`,
      summary: `Merge records of ${called}`,
      description:
        'References to the merged records point to the kept record afterwards, and their addresses redirect to it (308). Either all records are merged, or none. A merge can be undone.',
      requestBody: jsonBody(mergeBody, {
        keep: SOME_ID,
        merge: [OTHER_ID],
        versions: { [SOME_ID]: 1, [OTHER_ID]: 1 },
        dryRun: true,
      }),
      responses: { 200: json('The kept record', Merged, recordOf(resource)) },
      problems: [404, 412, 428],
    })),
    route(`GET ${root}/merges`, withArgument(readMerges, resource), undoing, () => ({
      operationId: `${name}.merges`,
      summary: `List the latest 50 merges of ${called}`,
      responses: { 200: json('The merges, newest first', Merges) },
    })),
    onceRoute(`POST ${root}/merges/:id/undo`, withArgument(undoMerge, resource), undoing, () => ({
      operationId: `${name}.undoMerge`,
      summary: `Undo a merge of ${called}`,
      description:
        'The same as `POST /api/changes/{id}/undo`. Records that were changed since the merge stay as they are and are listed in `left`.',
      responses: { 200: json('The restored records', Undone) },
    })),
  ];
}

function duplicatesOperation(resource: Resource): Operation {
  const { name, label, duplicates } = resource;
  const fields = [...new Set(duplicates.map(({ field }) => field))];
  return {
    operationId: `${name}.duplicates`,
    summary: `Find possible duplicates in ${textIn(label, 'en')}`,
    parameters: [
      {
        ...query('field', { type: 'string', enum: fields }, 'The field to compare.'),
        required: true,
      },
      query(
        'by',
        { type: 'string', enum: [...new Set(duplicates.map(({ by }) => by))] },
        'How to compare. Default: `value`.',
      ),
      query(
        '_page',
        { type: 'integer', minimum: 1 },
        '`value` and `letters` only: the page of groups, largest first, starting at 1.',
      ),
      query(
        '_perPage',
        { type: 'integer', minimum: 1, maximum: 1000 },
        'The number of groups per page.',
      ),
      query(
        '_after',
        { type: 'string' },
        '`similarity` only: `next` from the previous response. Each request compares records with those after them, for up to 1.5 s; `next` is null when all have been compared.',
      ),
      ...filterParameters(resource),
    ],
    responses: {
      200: json('The groups', z.union([Groups, Step]), recordOf(resource)),
    },
  };
}

async function answerMerge(call: UserCall, resource: Resource): Promise<Reply> {
  const body = await parseBody(call, mergeBody);
  if (isRefusal(body)) return body;
  const done = await mergeRecords(call, resource, body.value);
  return isRefusal(done) ? done : answer(done.acting, 200, Merged, done.merged);
}

/** Lists the latest merges of a resource, which can be undone, without the values of any record. */
async function readMerges(call: UserCall, resource: Resource): Promise<Response> {
  const merges = await listMerges(
    call.services.database.primaryOrReplica,
    resource.name,
    MAX_GROUPS,
  );
  const theirs = call.restriction ? await amongTheirs(call, resource, merges) : merges;
  const data = theirs.map((set) => {
    const { id, at, by, merge } = set;
    const mayUndo = toVisibleSet(call, set)?.mayUndo === true;
    return { id, at, by, ...merge, undoneAt: undoneAt(set), mayUndo };
  });
  return answer(call, 200, Merges, { data });
}

/** The merges whose kept record the caller may see. */
async function amongTheirs(
  { services }: UserCall,
  resource: Resource,
  merges: readonly FoundMerge[],
): Promise<FoundMerge[]> {
  const ids = merges.map(({ merge }) => merge.kept);
  const seen = await services.store.findMany(resource, '_id', ids, []);
  const theirs = new Set(seen.map(({ _id }) => _id));
  return merges.filter(({ merge }) => theirs.has(merge.kept));
}

/** How long the response waits for the end: most merges are undone at once, like they were made. */
const LONGEST_WAIT = 600_000;

/** Undoes the change set of a merge. Records that were changed since are kept and listed in `left`. */
async function undoMerge(call: UserCall, { name: resource }: Resource): Promise<Reply> {
  const set = await findSet(call, call.params['id'] ?? '');
  if (isRefusal(set)) return set;
  if (set.merge === null || set.resource !== resource) return refuseAs('S001');
  // The answer is not that of the undo.
  const inner = { ...call, keepAnswer: undefined };
  const job = await undoFound(inner, set, { overwrite: false, longest: LONGEST_WAIT });
  if (isRefusal(job)) return job;
  if (job.state !== 'done') return refuse(problem('S010', '', { state: job.state }));
  const done = await readUndoneMerge(call.services.database, job.id, { resource, ...set.merge });
  const left = job.summary!.problems!.map(({ resource: of, _id, path, code, message }) => ({
    resource: of!,
    _id: _id!,
    field: path,
    code,
    message,
  }));
  return answer(asUndo(call, job), 200, Undone, { ...done, left });
}
