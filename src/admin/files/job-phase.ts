import type { Job } from '../../contract/jobs.ts';

/** What is shown of an import. */
export type JobPart = 'setup' | 'progress' | 'rehearsal' | 'result';

/** Whether nothing was written by it. */
export function isTrial({ request }: Job): boolean {
  return request === null || request.dryRun !== false;
}

/** Whether it stopped on the way and can be gone on with. One that was being undone is undone again instead. */
export function mayResume(job: Job): boolean {
  if (job.kind === 'export') return false;
  const isStopped = ['interrupted', 'cancelled', 'failed'].includes(job.state);
  return isStopped && !isTrial(job) && job.request?.undo !== true;
}

/** Whether something of it is in that could be taken back. */
export function mayUndo(job: Job): boolean {
  if (job.kind === 'export') return false;
  if (isTrial(job)) return false;
  const isStopped = ['interrupted', 'cancelled', 'failed'].includes(job.state);
  return job.state === 'done' || (isStopped && job.doneRow > 0);
}

export function hasFailedRows({ state, summary, request }: Job): boolean {
  return state !== 'running' && request?.undo !== true && (summary?.failed ?? 0) > 0;
}
