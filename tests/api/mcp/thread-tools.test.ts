import { afterAll, expect, test } from 'vitest';
import { openTestApi } from '../../support/api.ts';
import { makeKey } from '../../support/api-keys.ts';
import { CANARY } from '../../support/library.ts';
import { connectMcp } from '../../support/mcp-client.ts';

const api = await openTestApi();
await api.call('POST', '/api/books', { as: 'admin', body: { _id: 'b1', title: 'Dune' } });
afterAll(() => api.close());

const connect = async (operations: string[], as = 'staff') =>
  connectMcp(api, (await makeKey(api, as, { books: { operations } })).token);

test('a key that may comment reads and writes in the name of its owner', async () => {
  const client = await connect(['list', 'read', 'comment']);
  const about = { collection: 'books', record: 'b1', field: 'pages' };

  const begun = await client.read('comment', { ...about, text: '412?', ask: api.userId('admin') });
  await client.read('reply', { thread: begun._id, text: 'Yes.', status: 'answered' });

  const { data } = await client.read('list_threads', { collection: 'books' });
  expect(data).toMatchObject([
    {
      status: 'answered',
      createdBy: api.userId('staff'),
      messages: [{ text: '412?' }, { text: 'Yes.' }],
    },
  ]);
  await client.close();
});

test('a key without the right has none of the tools, and the API does not answer it', async () => {
  const body = { resource: 'books', record: 'b1', text: CANARY };
  await api.call('POST', '/api/threads', { as: 'admin', body });
  const { token } = await makeKey(api, 'staff', { books: { operations: ['list', 'read'] } });
  const client = await connectMcp(api, token);

  expect([...(await client.tools()).keys()]).not.toContain('list_threads');
  expect((await api.call('GET', '/api/threads', { token })).json).toMatchObject({ total: 0 });
  expect((await api.call('POST', '/api/threads', { token, body })).status).toBe(403);
  await client.close();
});
