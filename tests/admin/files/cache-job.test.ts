import type { Job } from '../../../src/contract/jobs.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { cacheJob } from '../../../src/admin/files/job/use-live-jobs.ts';

test('a job that ends before it is reported as running is shown as ended', async () => {
  const queries = new QueryClient();
  const queryKey = ['job', 'short'];
  const ended = { id: 'short', state: 'done' } as Job;
  const shown = new QueryObserver(queries, { queryKey, queryFn: () => Promise.resolve(ended) });
  const leave = shown.subscribe(() => {});
  await vi.waitFor(() => expect(queries.getQueryData(queryKey)).toEqual(ended), 10_000);

  cacheJob(queries, { ...ended, state: 'running' });

  expect(queries.getQueryData(queryKey)).toMatchObject({ state: 'running' });
  await vi.waitFor(() => expect(queries.getQueryData(queryKey)).toEqual(ended), 10_000);
  leave();
});
