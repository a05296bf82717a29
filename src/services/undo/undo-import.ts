import { z } from 'zod';
import { Job } from '../../contract/jobs.ts';
import { mayDo } from '../../descriptor/access.ts';
import { problem } from '../../fields/problems/problem.ts';
import { newId } from '../../store/records/sql/new-id.ts';
import { readJob } from '../../store/system/jobs/read-jobs.ts';
import { startAndRead } from '../../store/system/jobs/run-states.ts';
import { isUndoing } from '../../store/system/jobs/undo-jobs.ts';
import { toJson } from '../../contract/answer-of.ts';
import type { Acting } from '../acting.ts';
import { openUndoSet } from './start-undo.ts';
import { defineJob } from '../jobs/define-job.ts';
import type { FoundJob } from '../jobs/has-job.ts';
import { runnerOf } from '../jobs/job-runner.ts';
import { notAllowed } from '../not-allowed.ts';
import { refuseUnproven } from '../refuse-unproven.ts';
import { isRefusal, refuse, refuseAs, type Refusal } from '../refusal.ts';
import { undoSteps } from './run-undo.ts';

/** The undo of an import, as which its job goes on. */
export const importUndoJob = defineJob({
  ...undoSteps,
  kind: 'import',
  request: z.looseObject({ undo: z.literal(true) }),
  async resume(acting, found) {
    const undone = await undoImport(acting, found);
    return isRefusal(undone) ? undone : undone.job;
  },
  startsAgain: true,
  undo: undoImport,
});

/**
 * Undoes an import: deletes the records it created and restores the previous values of those it changed. A
 * record that someone changed since, or that others refer to, stays as it is and is listed.
 */
export async function undoImport(
  acting: Acting,
  { job, resource }: FoundJob,
): Promise<{ job: Job; changeSet: string } | Refusal> {
  const { database } = acting.services;
  const refusal = await refuseUndo(acting, { job, resource });
  if (refusal) return refusal;
  if (!job.request || job.request.dryRun === true)
    return refuse(problem('S010', '', { state: job.state }));
  const lease = newId();
  const { undo: wasUndone, undoSet } = job.request;
  // An undo that has ended early continues.
  const continued = wasUndone && job.state !== 'done' ? undoSet : undefined;
  const undo = continued ?? newId();
  const request = { ...job.request, undo: true, undoSet: undo };
  const from = ['done', 'cancelled', 'failed', 'interrupted'] as const;
  const set = { id: undo, resource: resource.name, undoes: job.id, request };
  const now = await startAndRead(
    database,
    { id: job.id, lease, request, from, keeps: true },
    async (sql) => {
      await openUndoSet(acting, sql, set);
      const body = toJson(Job, await readJob(sql, job.id));
      await acting.keepAnswer?.(sql, { status: 202, headers: { 'Change-Set': undo }, body });
    },
  );
  if (now === 'busy') return refuse(problem('S011', '', { resource: resource.name }));
  if (now === 'other') return refuse(problem('S010', '', { state: job.state }));
  const run = { job: now, lease, source: { set: job.id }, undo, overwrite: false } as const;
  const before = continued === undefined ? null : now.summary;
  runnerOf(database).begin((stopped) =>
    importUndoJob.run(acting, { ...run, state: 'undone', before }, stopped),
  );
  return { job: now, changeSet: undo };
}

async function refuseUndo(
  acting: Acting,
  { job, resource }: FoundJob,
): Promise<Refusal | undefined> {
  const { descriptor, role } = acting;
  const mayAll =
    mayDo(descriptor, role, resource, 'delete') && mayDo(descriptor, role, resource, 'update');
  if (!mayAll) return refuse(notAllowed(acting));
  const unproven = await refuseUnproven(acting, [resource.name]);
  if (unproven) return unproven;
  return (await isUndoing(acting.services.database, job.id)) ? refuseAs('S022') : undefined;
}
