import type { Job } from '../../../contract/jobs.ts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Progress } from '../../../contract/events.ts';
import { onServerEvent } from '../../client/events/server-events.ts';
import type { CursorPage } from './jobs.ts';

/** A server that dies sends no event, so running jobs are also read at this interval in milliseconds. */
export const POLL_INTERVAL = 15_000;

type Pages = { pages: readonly CursorPage<Job, string>[] };

/** Updates the shown jobs from the events of the server, which saves polling. */
export function useLiveJobs(): void {
  const queries = useQueryClient();
  useEffect(
    () =>
      onServerEvent((event) => {
        if (
          event.event === 'import.progress' ||
          event.event === 'export.progress' ||
          event.event === 'undo.progress'
        )
          applyProgress(queries, event.data);
        // `ready`: events before it were missed. `lost`: no more come, so running jobs are polled from now on.
        if (event.event === 'ready' || event.event === 'lost') readAgain(queries);
      }),
    [queries],
  );
}

/**
 * Shows the job of a response and reads it once more. A short job may end before that response arrives;
 * the event of its end then came when no query knew that it was running.
 */
export function cacheJob(queries: QueryClient, job: Job): void {
  queries.setQueryData(['job', job.id], job);
  void queries.invalidateQueries({ queryKey: ['job', job.id] });
}

/** Advances a running job by the event; a job that starts or ends is read whole. */
function applyProgress(queries: QueryClient, progress: Progress): void {
  let isTaken = false;
  const next = (job: Job): Job => {
    if (job.id !== progress.id || job.state !== 'running') return job;
    isTaken = progress.state === 'running';
    if (!isTaken) return job;
    const { rows, counts, bytes = 0 } = progress;
    return {
      ...job,
      doneRow: Math.max(job.doneRow, rows),
      doneBytes: Math.max(job.doneBytes, bytes),
      ...(job.summary && { summary: { ...job.summary, ...counts } }),
    };
  };
  queries.setQueryData<Job>(['job', progress.id], (job) => job && next(job));
  queries.setQueriesData<Pages | CursorPage<Job, string>>({ queryKey: ['jobs'] }, (shown) => {
    if (shown && 'pages' in shown) {
      const pages = shown.pages.map((page) => ({ ...page, data: page.data.map(next) }));
      return { ...shown, pages };
    }
    return shown && Array.isArray(shown.data) ? { ...shown, data: shown.data.map(next) } : shown;
  });
  if (!isTaken) readAgain(queries, progress.id);
}

/** A hidden tab requests nothing: its jobs count as stale and are read when the user returns. */
function readAgain(queries: QueryClient, id?: string): void {
  const refetchType = document.hidden ? 'none' : 'active';
  const queryKey = id === undefined ? ['job'] : ['job', id];
  void queries.invalidateQueries({ queryKey, refetchType });
  void queries.invalidateQueries({ queryKey: ['jobs'], refetchType });
}
