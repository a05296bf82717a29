import { afterAll, expect, test } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { jobsOf } from '../support/jobs.ts';

const api = await openTestApi();
afterAll(() => api.close());

const mails = async (job: string) =>
  (
    await api.database.query<{ to_address: string; data: object }>(
      `select to_address, data from backoffice.outbox where kind = 'importEnded' and data->>'job' = $1`,
      [job],
    )
  ).rows;

/** As if somebody had stopped the job before its first row, six minutes after its start. */
const stopLate = (job: string) =>
  api.database.query(
    `update backoffice.jobs set state = 'cancelled', started_at = now() - interval '6 minutes', done_row = 0
     where id = $1`,
    [job],
  );

test('the end of a long import is mailed to the person who started it', async () => {
  const jobs = jobsOf(api, '/api/authors');
  const { json: job } = await jobs.upload('name\nAda\nBo\n', 'authors of 2026.csv');
  await jobs.run(job.id, { mode: 'upsert', key: 'name' });
  expect(await mails(job.id)).toEqual([]);

  await stopLate(job.id);
  await jobs.call('POST', `/api/jobs/${job.id}/resume`);
  const done = await jobs.ended(job.id);

  expect(done.state).toBe('done');
  expect(await mails(job.id)).toEqual([
    {
      to_address: 'admin@example.org',
      data: expect.objectContaining({
        file: 'authors of 2026.csv',
        ending: 'done',
        counts: { created: 0, updated: 0, unchanged: 2, failed: 0, warnings: 0 },
      }),
    },
  ]);
});
