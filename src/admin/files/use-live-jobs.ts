import type { Job } from '../../contract/jobs.ts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Progress } from '../../contract/events.ts';
import { onServerEvent } from '../client/events/server-events.ts';
import type { Page } from './jobs.ts';

/** A server that dies tells nothing, so what runs is looked at now and then all the same. */
export const SILENCE = 15_000;

type Pages = { pages: readonly Page<Job, string>[] };

/** Keeps what is shown of jobs as the server tells it, so that nobody has to ask again and again. */
export function useLiveJobs(): void {
  const queries = useQueryClient();
  useEffect(
    () =>
      onServerEvent((told) => {
        if (told.event === 'import.progress' || told.event === 'export.progress')
          take(queries, told.data);
        // What was told meanwhile is not known; and from when nothing is told, what runs is asked for again and again.
        if (told.event === 'ready' || told.event === 'lost') readAgain(queries);
      }),
    [queries],
  );
}

/**
 * Shows a job as the answer to a call has it, and reads it once more: a short one has ended before that
 * answer comes, and the word of its end was heard when nobody knew yet that it runs.
 */
export function keepJob(queries: QueryClient, job: Job): void {
  queries.setQueryData(['job', job.id], job);
  void queries.invalidateQueries({ queryKey: ['job', job.id] });
}

/** How far a job is that runs is taken from the word of it; one that begins or ends is read whole. */
function take(queries: QueryClient, progress: Progress): void {
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
  queries.setQueriesData<Pages | Page<Job, string>>({ queryKey: ['jobs'] }, (shown) => {
    if (shown && 'pages' in shown) {
      const pages = shown.pages.map((page) => ({ ...page, data: page.data.map(next) }));
      return { ...shown, pages };
    }
    return shown && Array.isArray(shown.data) ? { ...shown, data: shown.data.map(next) } : shown;
  });
  if (!isTaken) readAgain(queries, progress.id);
}

/** A tab nobody sees asks for nothing: what it has counts as old, and is read when it is looked at. */
function readAgain(queries: QueryClient, id?: string): void {
  const refetchType = document.hidden ? 'none' : 'active';
  const queryKey = id === undefined ? ['job'] : ['job', id];
  void queries.invalidateQueries({ queryKey, refetchType });
  void queries.invalidateQueries({ queryKey: ['jobs'], refetchType });
}
