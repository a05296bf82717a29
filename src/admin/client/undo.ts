import type { Job } from '../../contract/jobs.ts';
import { call, sleep } from './http.ts';

/** What to undo: a change set, or what one person changed in a period. `overwrite`: also what was changed since. */
export type UndoOrder = { overwrite?: boolean } & (
  { changeSet: string } | { by: string; from: string; to: string; resource?: string }
);

/** Milliseconds between two looks at a running undo. */
const POLL_INTERVAL_MS = 500;

/** Undoes changes as a job of the server and waits for its end. `onRunning` gets the job while it runs. */
export async function undoChanges(
  order: UndoOrder,
  onRunning: (job: Job) => void = () => undefined,
): Promise<Job> {
  const { path, body } = toRequest(order);
  let { json: job } = await call<Job>(path, { method: 'POST', body, timeout: false });
  while (job.state === 'running') {
    onRunning(job);
    await sleep(POLL_INTERVAL_MS);
    job = (await call<Job>(`/api/jobs/${encodeURIComponent(job.id)}`)).json;
  }
  return job;
}

function toRequest(order: UndoOrder): { path: string; body: object } {
  if (!('changeSet' in order)) return { path: '/api/changes/undo', body: order };
  const { changeSet, ...body } = order;
  return { path: `/api/changes/${encodeURIComponent(changeSet)}/undo`, body };
}

/** How many records an undo has put back, and how many it left as they are. */
export type UndoCounts = { written: number; failed: number };

export function toUndoCounts({ summary }: Pick<Job, 'summary'>): UndoCounts {
  const { created = 0, updated = 0, deleted = 0, failed = 0 } = summary ?? {};
  return { written: created + updated + deleted, failed };
}
