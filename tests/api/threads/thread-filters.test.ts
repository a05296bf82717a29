import { afterAll, expect, test } from 'vitest';
import { openTestApi } from '../../support/api.ts';

const api = await openTestApi();
await api.addUser('other', 'staff');
afterAll(() => api.close());

const create = async (title: string): Promise<string> =>
  (await api.call('POST', '/api/books', { as: 'admin', body: { title } })).json._id;
const [open, closed, hidden, plain] = await Promise.all(
  ['open', 'closed', 'hidden', 'plain'].map(create),
);
const begin = async (record: string | undefined, body: object, as = 'staff'): Promise<string> => {
  const answer = await api.call('POST', '/api/threads', {
    as,
    body: { resource: 'books', record, text: 'Is this right?', ...body },
  });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json._id;
};
const query = { assignee: api.userId('other'), due: '2026-12-01' };
await begin(open, { field: 'pages', query });
const done = await begin(closed, { query });
await api.call('PATCH', `/api/threads/${done}`, { as: 'staff', body: { status: 'closed' } });
await begin(hidden, { field: 'secret', query: {} }, 'admin');
await begin(plain, {});

const titles = async (as: string, filter: string) => {
  const { status, json, text } = await api.call('GET', `/api/books?${filter}&_sort=title`, { as });
  if (status !== 200) throw new Error(text);
  expect(json.total).toBe(json.data.length);
  return json.data.map(({ title }: { title: string }) => title);
};

test.each([
  ['staff', 'thread_open=true', ['open']],
  ['staff', 'thread_open=false', ['closed', 'hidden', 'plain']],
  // Only an admin reads the field of that thread.
  ['admin', 'thread_open=true', ['hidden', 'open']],
  ['other', 'thread_assignee=$user', ['open']],
  ['other', 'thread_assignee_neq=$user', ['closed', 'hidden', 'plain']],
  ['staff', 'thread_assignee=$user', []],
  ['staff', 'thread_assignee_null=true', ['closed', 'hidden', 'plain']],
  ['staff', 'thread_due_lt=2026-12-24', ['open']],
  ['staff', 'thread_due_lt=2026-11-24', []],
  ['staff', 'thread_unread=true', []],
  ['other', 'thread_unread=true', ['closed', 'open', 'plain']],
  ['other', 'where={"or":[{"thread_unread":false},{"thread_open":true}]}', ['hidden', 'open']],
])('the list of %s with %s', async (as, filter, expected) => {
  expect(await titles(as, encodeURI(filter))).toEqual(expected);
});

test('a total follows a thread that is closed', async () => {
  const id = await begin(plain, { query: {} });
  expect(await titles('staff', 'thread_open=true')).toEqual(['open', 'plain']);

  await api.call('PATCH', `/api/threads/${id}`, { as: 'staff', body: { status: 'closed' } });
  expect(await titles('staff', 'thread_open=true')).toEqual(['open']);
});

test.each([
  ['thread_open_gt=1', 'Q003'],
  ['thread_due=soon', 'Q004'],
  ['thread_opened=true', 'Q002'],
])('%s is refused', async (filter, code) => {
  const answer = await api.call('GET', `/api/books?${filter}`, { as: 'staff' });
  expect([answer.status, answer.json.code]).toEqual([400, code]);
});

test('a query to a role is one to each of its people, here as on their dashboard', async () => {
  const [mine, others] = await Promise.all(['mine', 'of others'].map(create));
  const asked = await begin(mine, { query: {} });
  // Only people who know the roles can ask another one than their own.
  await api.call('PATCH', `/api/threads/${asked}`, {
    as: 'admin',
    body: { assigneeRole: 'viewer' },
  });
  await begin(others, { query: { assigneeRole: 'staff' } });
  const { json } = await api.call('GET', '/api/threads?assignee=$user', { as: 'viewer' });
  expect(json.data.map(({ record }: { record: string }) => record)).toEqual([mine]);
  expect(await titles('viewer', 'thread_assignee=$user')).toEqual(['mine']);
  expect(await titles('viewer', 'thread_assignee_neq=$user')).not.toContain('mine');
  expect(await titles('staff', 'thread_assignee_null=true')).not.toContain('mine');
  // Whom a filter names does not show the role that they have.
  expect(await titles('staff', `thread_assignee=${api.userId('viewer')}`)).toEqual([]);
});
