import { afterAll, beforeEach, expect, test } from 'vitest';
import { endJob } from '../../../src/store/system/jobs/run-states.ts';
import { openTestApi } from '../../support/api.ts';
import { jobsOf } from '../../support/jobs.ts';
import { act } from '../../support/people.ts';

const api = await openTestApi();
afterAll(() => api.close());
beforeEach(async () => {
  await api.database.query('truncate backoffice.inbox');
});

const inbox = async (as: string) => (await api.call('GET', '/api/inbox', { as })).json;

const jobs = jobsOf(api, '/api/books');

test('the end of a job is in the inbox of its person, unread if it took long, until it goes on', async () => {
  const { id: job } = (await jobs.upload('title\nDune\n')).json;
  expect((await jobs.run(job)).state).toBe('done');
  const entry = { kind: 'job', resource: 'books', job: { id: job, kind: 'import', state: 'done' } };
  expect(await inbox('admin')).toMatchObject({ unread: 0, data: [{ ...entry, read: true }] });
  expect((await inbox('dev')).data).toEqual([]);

  await api.database.query(
    `update backoffice.jobs set state = 'running', lease = 'ours', started_at = now() - interval '1 minute' where id = $1`,
    [job],
  );
  expect((await inbox('admin')).data).toEqual([]);
  await endJob(api.database, { id: job, lease: 'ours' }, { state: 'done' });
  expect(await inbox('admin')).toMatchObject({ unread: 1, data: [{ ...entry, read: false }] });
});

test('a registration is in the inboxes of those who decide, until somebody decides', async () => {
  const body = {
    name: 'Nora New',
    email: 'nora@example.org',
    organisation: 'Institute',
    password: 'correct horse battery staple',
    acceptedTerms: true,
  };
  expect((await api.call('POST', '/api/users', { body })).status).toBe(201);
  const [entry] = (await inbox('admin')).data;
  expect(entry).toMatchObject({ kind: 'approval', resource: 'users', name: 'Nora New' });
  expect((await inbox('staff')).data).toEqual([]);

  await act(api, 'admin', entry.record, 'confirm');
  expect(await inbox('admin')).toMatchObject({ unread: 0, data: [] });
});
