import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { Job, type JobRequest } from '../../../contract/jobs.ts';
import { momentRule } from '../../../fields/text/moment-rule.ts';
import { problem } from '../../../fields/problems/problem.ts';
import { newId } from '../../../store/records/sql/new-id.ts';
import { openChangeSet } from '../../../store/system/change-sets.ts';
import type { QueryRunner } from '../../../store/store.ts';
import { getJob } from '../../../store/system/jobs/read-jobs.ts';
import { beginUndo, resumeUndo } from '../../../store/system/jobs/undo-jobs.ts';
import { type FoundSet, getChangeSet } from '../../../store/system/past/read-change-sets.ts';
import { resourcesOfUndo, type UndoSource } from '../../../store/system/past/undo-rows.ts';
import { answer, toJson } from '../../http/answer/answer.ts';
import type { Acting, UserCall } from '../../http/call.ts';
import { runnerOf } from '../../http/job-runner.ts';
import { parseBody } from '../../http/json-body.ts';
import { notAllowed } from '../../http/not-allowed.ts';
import { refuseUnproven } from '../../http/refuse-unproven.ts';
import {
  isRefusal,
  type Refusal,
  refuse,
  refuseAs,
  type Reply,
} from '../../http/answer/refusal.ts';
import { isUndone, mayRestore, mayUndo, toVisibleSet } from './change-set-rights.ts';
import { runUndo } from './run-undo.ts';

/** How many undos of one person may run at a time. */
const MOST_RUNNING = 2;

/** How long the response waits for the end. */
const LONGEST_WAIT = 2_000;

export const undoSetBody = z.strictObject({
  overwrite: z.boolean().optional().describe('Also puts back what was changed since.'),
});

export const undoPeriodBody = undoSetBody.extend({
  by: z.string().min(1).max(64).describe('The `_id` of the person.'),
  from: momentRule.describe('From this time on.'),
  to: momentRule.describe('Before this time.'),
  resource: z.string().optional().describe('Only this collection.'),
});

/** Undoes a change set, as a job. */
export async function undoChangeSet(call: UserCall): Promise<Reply> {
  const body = await parseBody(call, undoSetBody);
  if (isRefusal(body)) return body;
  const { overwrite = false } = body.value;
  const set = await findSet(call, call.params['id'] ?? '');
  if (isRefusal(set)) return set;
  return answerUndo(call, await undoFound(call, set, { overwrite }));
}

/** Undoes a set that the caller may undo, and waits at most these milliseconds for its end. */
export async function undoFound(
  call: UserCall,
  { id: changeSet, resource, counts }: FoundSet,
  { overwrite, longest = LONGEST_WAIT }: { overwrite: boolean; longest?: number },
): Promise<Job | Refusal> {
  return begin(call, { changeSet, overwrite }, resource ?? counts[0]!.resource, longest);
}

/** The set, if the caller may undo it. */
export async function findSet(call: Acting, id: string) {
  const set = await getChangeSet(call.parts.database, id);
  if (!set || !toVisibleSet(call, set)) return refuseAs('S001');
  if (!mayUndo(call, set)) return refuse(notAllowed(call));
  return isUndone(set) ? refuseAs('S023') : set;
}

/** Undoes everything one person has changed in a period, as a job. */
export async function undoPeriod(call: UserCall): Promise<Reply> {
  const body = await parseBody(call, undoPeriodBody);
  if (isRefusal(body)) return body;
  const { overwrite = false, ...period } = body.value;
  const { descriptor, role, user, parts } = call;
  // The undo itself is no part of the period.
  const now = await parts.database.value<string>('select clock_timestamp()::text');
  const to = new Date(period.to) < new Date(now) ? period.to : now;
  const source = { ...period, to };
  const touched = await resourcesOfUndo(parts.database, source);
  const isTheirs = period.by === user._id;
  const forbidden = touched.some(
    ({ resource }) => !mayRestore({ descriptor, role }, descriptor.resources.get(resource)),
  );
  const mayAny = [...descriptor.resources.values()].some((each) => mayRestore(call, each));
  if (!isTheirs && (forbidden || !mayAny)) return refuse(notAllowed(call));
  if (touched.length === 0) return refuseAs('S001');
  return answerUndo(call, await begin(call, { ...source, overwrite }, touched[0]!.resource));
}

async function begin(
  call: UserCall,
  request: JobRequest,
  resource: string,
  longest = LONGEST_WAIT,
): Promise<Job | Refusal> {
  const { parts, user } = call;
  const touched = await resourcesOfUndo(parts.database, sourceOf(request));
  const unproven = await refuseUnproven(
    call,
    touched.map((each) => each.resource),
  );
  if (unproven) return unproven;
  const [id, lease] = [newId(), newId()];
  const begun = await parts.database.transaction(async (sql) => {
    const undo = { id, lease, resource, createdBy: user._id, request };
    const done = await beginUndo(sql, undo, MOST_RUNNING);
    return typeof done === 'string' ? done : await openAndRead(call, sql, done.id);
  });
  if (begun === 'twice') return refuseAs('S022');
  if (begun === 'unfinished') return refuse(problem('S010', '', { state: 'running' }));
  if (begun === 'tooMany')
    return refuse(problem('A020', '', { max: MOST_RUNNING }), { headers: { 'Retry-After': '5' } });
  return run(call, begun, lease, longest);
}

/** The job of an undo that has begun, with its change set. */
async function openAndRead(call: Acting, sql: QueryRunner, id: string): Promise<Job> {
  const job = (await getJob(sql, id))!;
  const request = job.request!;
  const undoes = request.changeSet ?? null;
  await openUndoSet(call, sql, { id, resource: job.resource, undoes, request });
  const headers = { 'Change-Set': id, Location: `/api/jobs/${id}` };
  await call.keepAnswer?.(sql, { status: 202, headers, body: toJson(Job, job) });
  return job;
}

/** Resumes an undo that was interrupted, stopped or has failed, and waits a moment for its end. */
export async function resumeUndoJob(acting: Acting, job: Job): Promise<Job | Refusal> {
  const lease = newId();
  const changeSet = job.request?.changeSet;
  const found = changeSet === undefined ? undefined : await findSet(acting, changeSet);
  if (found && isRefusal(found)) return found;
  const resumed = await acting.parts.database.transaction(async (sql) =>
    (await resumeUndo(sql, { id: job.id, lease }))
      ? await openAndRead(acting, sql, job.id)
      : undefined,
  );
  if (!resumed) return refuse(problem('S010', '', { state: job.state }));
  return run(acting, resumed, lease);
}

/** The response to an undo: its job, which may still run. */
export function answerUndo(call: UserCall, job: Job | Refusal): Reply {
  if (isRefusal(job)) return job;
  return answer(asUndo(call, job), 202, Job, job, { Location: `/api/jobs/${job.id}` });
}

/** The call as the change set of an undo, which the response then names. */
export function asUndo(call: UserCall, { id }: Job): UserCall {
  return { ...call, origin: { way: 'undo', changeSet: id } };
}

async function run(call: Acting, job: Job, lease: string, longest = LONGEST_WAIT): Promise<Job> {
  const { database } = call.parts;
  const { id } = job;
  const request = job.request!;
  const undo = {
    job,
    lease,
    source: sourceOf(request),
    undo: id,
    overwrite: request.overwrite === true,
  };
  const done = new Promise<void>((resolve) => {
    runnerOf(database).begin((stopped) =>
      runUndo(call, { ...undo, state: 'done', before: job.summary }, stopped).finally(resolve),
    );
  });
  const late = new AbortController();
  await Promise.race([done, wait(longest, undefined, { signal: late.signal }).catch(() => {})]);
  late.abort();
  // The undo already runs. An answer without its progress is better than an error.
  return (await getJob(database, id).catch(() => undefined)) ?? job;
}

/** The change set of an undo. */
export async function openUndoSet(
  { user }: Acting,
  sql: QueryRunner,
  {
    id,
    resource,
    undoes,
    request,
  }: { id: string; resource: string; undoes: string | null; request: JobRequest },
): Promise<void> {
  const { by, from, to } = request;
  const detail = by === undefined ? {} : { by, from, to };
  await openChangeSet(sql, { id, by: user._id, way: 'undo', resource, undoes, detail });
}

function sourceOf({ changeSet, by, from, to, resource }: JobRequest): UndoSource {
  if (changeSet !== undefined) return { set: changeSet };
  return { by: by!, from: from!, to: to!, ...(resource !== undefined && { resource }) };
}
