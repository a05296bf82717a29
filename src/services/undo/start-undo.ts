import { requireItem, requireValue } from '../../fields/require-entry.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { type UndoSource, resourcesOfUndo } from '../../store/system/past/undo-rows.ts';
import { openChangeSet } from '../../store/system/change-sets.ts';
import { undoSteps } from './run-undo.ts';
import { z } from 'zod';
import { defineJob } from '../jobs/define-job.ts';
import { runnerOf } from '../jobs/job-runner.ts';
import { resumeUndo, beginUndo } from '../../store/system/jobs/undo-jobs.ts';
import { isRefusal, refuse, refuseAs, type Refusal } from '../refusal.ts';
import { toJson } from '../../contract/answer-of.ts';
import { getJob, readJob } from '../../store/system/jobs/read-jobs.ts';
import type { QueryRunner } from '../../store/store.ts';
import { problem } from '../../fields/problems/problem.ts';
import { newId } from '../../store/records/sql/new-id.ts';
import { refuseUnproven } from '../refuse-unproven.ts';
import { type JobRequest, Job } from '../../contract/jobs.ts';
import { isUndone, mayUndo, toVisibleSet } from './change-set-rights.ts';
import { notAllowed } from '../not-allowed.ts';
import { getChangeSet, type FoundSet } from '../../store/system/past/read-change-sets.ts';
import type { Acting } from '../acting.ts';

/** Undoes a change set, or what a person has changed in a period. */
export const undoJob = defineJob({
  ...undoSteps,
  kind: 'undo',
  request: z.union([z.looseObject({ changeSet: z.string() }), z.looseObject({ by: z.string() })]),
  resume: (acting, { job }) => resumeUndoJob(acting, job),
});

/** How many undos of one person may run at a time. */
const MOST_RUNNING = 2;

/** How long the response waits for the end. */
const LONGEST_WAIT = 2_000;

/** Undoes a set that the caller may undo, and waits at most these milliseconds for its end. */
export async function undoFound(
  call: Acting,
  { id: changeSet, resource, counts }: FoundSet,
  { overwrite, longest = LONGEST_WAIT }: { overwrite: boolean; longest?: number },
): Promise<Job | Refusal> {
  return startUndo(
    call,
    { changeSet, overwrite },
    resource ?? requireItem(counts, 0).resource,
    longest,
  );
}

/** The set, if the caller may undo it. */
export async function findSet(call: Acting, id: string) {
  const set = await getChangeSet(call.services.database, id);
  if (!set || !toVisibleSet(call, set)) return refuseAs('S001');
  if (!mayUndo(call, set)) return refuse(notAllowed(call));
  return isUndone(set) ? refuseAs('S023') : set;
}

/** Starts an undo as a job, and waits at most these milliseconds for its end. */
export async function startUndo(
  call: Acting,
  request: JobRequest,
  resource: string,
  longest = LONGEST_WAIT,
): Promise<Job | Refusal> {
  const { services, user } = call;
  const touched = await resourcesOfUndo(services.database, sourceOf(request));
  const unproven = await refuseUnproven(
    call,
    touched.map((each) => each.resource),
  );
  if (unproven) return unproven;
  const [id, lease] = [newId(), newId()];
  const begun = await services.database.transaction(async (sql) => {
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
  const job = await readJob(sql, id);
  const request = requireValue(job.request, 'request of the undo');
  const undoes = request.changeSet ?? null;
  await openUndoSet(call, sql, { id, resource: job.resource, undoes, request });
  const headers = { 'Change-Set': id, Location: `/api/jobs/${id}` };
  await call.keepAnswer?.(sql, { status: 202, headers, body: toJson(Job, job) });
  return job;
}

/** Resumes an undo that was interrupted, stopped or has failed, and waits a moment for its end. */
async function resumeUndoJob(acting: Acting, job: Job): Promise<Job | Refusal> {
  const lease = newId();
  const changeSet = job.request?.changeSet;
  const found = changeSet === undefined ? undefined : await findSet(acting, changeSet);
  if (found && isRefusal(found)) return found;
  const resumed = await acting.services.database.transaction(async (sql) =>
    (await resumeUndo(sql, { id: job.id, lease }))
      ? await openAndRead(acting, sql, job.id)
      : undefined,
  );
  if (!resumed) return refuse(problem('S010', '', { state: job.state }));
  return run(acting, resumed, lease);
}

async function run(call: Acting, job: Job, lease: string, longest = LONGEST_WAIT): Promise<Job> {
  const { database } = call.services;
  const { id } = job;
  const request = requireValue(job.request, 'request of the undo');
  const undo = {
    job,
    lease,
    source: sourceOf(request),
    undo: id,
    overwrite: request.overwrite === true,
  };
  const done = new Promise<void>((resolve) => {
    runnerOf(database).begin((stopped) =>
      undoJob.run(call, { ...undo, state: 'done', before: job.summary }, stopped).finally(resolve),
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
  return {
    by: requireValue(by, 'by'),
    from: requireValue(from, 'from'),
    to: requireValue(to, 'to'),
    ...(resource !== undefined && { resource }),
  };
}
