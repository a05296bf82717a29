import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi } from '../../support/api.ts';
import { jobsOf } from '../../support/jobs.ts';

/* Threads about rows of an import: those see them who see the import, whatever way they ask. */

const api = await openTestApi();
await api.addUser('other', 'staff');
const jobs = jobsOf(api, '/api/books');
afterAll(() => api.close());

let job: string;
let thread: string;
const begin = (body: object, as = 'staff') =>
  api.call('POST', '/api/threads', {
    as,
    body: { resource: 'books', job, row: 2, text: 'planted', ...body },
  });

beforeAll(async () => {
  const { json } = await jobs.upload('title\nEmma\nPersuasion\n', 'books.csv', 'staff');
  job = json.id;
  await jobs.run(job, { dryRun: true, mapping: { title: 'title' } }, 'staff');
  const { json: begun } = await begin({ query: { assignee: api.userId('admin') } });
  thread = begun._id;
});

test('is about a row, counted by row, and asks those who see the import', async () => {
  const { json } = await api.call('GET', `/api/threads?job=${job}&row=2`, { as: 'staff' });
  const marks = `/api/threads/marks?resource=books&job=${job}`;
  const inbox = await api.call('GET', '/api/inbox', { as: 'admin' });

  expect(json).toMatchObject({ total: 1, data: [{ record: null, job, row: 2, field: null }] });
  expect((await api.call('GET', marks, { as: 'staff' })).json.data).toEqual([
    { record: '2', field: null, threads: 1, open: 1, unread: false },
  ]);
  expect(inbox.json.data).toMatchObject([
    { kind: 'assigned', record: null, thread, job: { id: job } },
  ]);
  const people = await api.call('GET', `/api/threads/people?resource=books&job=${job}`, {
    as: 'staff',
  });
  expect(people.status).toBe(200);
});

test('does not exist for others, by any way, nor can it ask them', async () => {
  const leaks: string[] = [];
  for (const path of [
    '/api/threads',
    `/api/threads?job=${job}`,
    '/api/threads?q=planted',
    `/api/threads/${thread}`,
    `/api/threads/${thread}/messages`,
    `/api/threads/marks?resource=books&job=${job}`,
    `/api/threads/people?resource=books&job=${job}`,
    '/api/inbox',
    '/api/users/current/data',
  ]) {
    const { text, status } = await api.call('GET', path, { as: 'other' });
    // A refusal repeats the `_id` that was asked for.
    const isTold = text.includes('planted') || (status < 400 && text.includes(thread));
    if (isTold) leaks.push(path);
  }
  expect(leaks).toEqual([]);
  const asked = await begin({ query: { assignee: api.userId('other') } });
  expect(asked.json.problems).toMatchObject([{ code: 'A061', path: 'query.assignee' }]);
});

test.each([
  ['of another person', {}, 'other', 'S001', 'job'],
  ['that does not exist', { job: 'none' }, 'staff', 'S001', 'job'],
  ['without a row', { row: undefined }, 'staff', 'V001', 'row'],
  ['and a row beyond its end', { row: 3 }, 'staff', 'S001', 'row'],
  ['and a record', { record: 'b1' }, 'staff', 'V002', 'record'],
])('refuses an import %s, and names the field', async (_, body, as, code, path) => {
  expect((await begin(body, as)).json.problems).toMatchObject([{ code, path }]);
});

test('goes with its import', async () => {
  expect((await jobs.call('DELETE', `/api/jobs/${job}`, undefined, 'staff')).status).toBe(204);

  expect((await api.call('GET', '/api/threads', { as: 'admin' })).json.total).toBe(0);
});
