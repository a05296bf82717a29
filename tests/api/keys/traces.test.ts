import { afterAll, expect, test } from 'vitest';
import { openTestApi, signIn } from '../../support/api.ts';
import { makeKey } from '../../support/api-keys.ts';

const api = await openTestApi();
await api.call('POST', '/api/books', { as: 'admin', body: { _id: 'b1', title: 'One' } });
afterAll(() => api.close());

const reading = { books: { operations: ['list', 'read'] } };

test('creating, using, changing and refusing a key is in the audit', async () => {
  await api.addUser('alan', 'staff');
  const { id, token } = await makeKey(api, 'alan', reading, { name: 'Nightly' });
  const { token: session } = (await signIn(api, 'alan')).json;

  await api.call('GET', '/api/books', { token });
  await api.call('GET', '/api/books', { token });
  await api.call('GET', '/api/admin/audit', { token });
  await api.call('GET', '/api/admin/audit', { token });
  await api.call('PATCH', `/api/keys/${id}`, { token: session, body: { rate: 9 } });
  await api.call('DELETE', `/api/keys/${id}`, { token: session });

  const rows = await api.database.rows<{ action: string; detail: { name: string } }>(
    `select action, detail from backoffice.audit where actor = $1 and action like 'key%' order by seq`,
    [api.userId('alan')],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'keyMade',
    'keyUsed',
    'keyRefused',
    'keyChanged',
    'keyRevoked',
  ]);
  expect(rows.every(({ detail }) => detail.name === 'Nightly')).toBe(true);
  expect(JSON.stringify(rows)).not.toContain(token.slice(8));
});

test('a change through a key is named in the history, and its rights are explained', async () => {
  const { id, token } = await makeKey(api, 'admin', {
    books: { operations: ['list', 'read', 'update', 'history'], filter: { title: 'Kept' } },
  });
  const book = { _id: 'why', title: 'Kept' };
  await api.call('POST', '/api/books', { as: 'admin', body: book });
  const headers = { 'If-Match': '*', 'Change-Way': 'form' };
  await api.call('PATCH', '/api/books/why', { token, headers, body: { pages: 7 } });

  const { json } = await api.call('GET', '/api/books/why/history', { as: 'admin' });
  expect(json.data.map(({ way }: any) => way)).toEqual(['key', 'api']);

  const explain = async (as: string, path: string) => {
    const answer = await api.call('GET', `/api/books/${path}`, { as });
    return answer.json.operations?.map(
      ({ operation, allowed, rule }: any) => `${operation} ${allowed} ${rule}`,
    );
  };
  expect(await explain('dev', `why/access?key=${id}`)).toEqual([
    'read true rows',
    'update true rows',
    'delete false keyNotGranted',
    'export false keyNotGranted',
    'history true rows',
    'restore false keyNotGranted',
  ]);
  expect((await explain('admin', `b1/access?key=${id}`))[0]).toBe('read false rows');
  expect(await explain('staff', `why/access?key=${id}`)).toBeUndefined();
  const { token: session } = (await signIn(api, 'admin')).json;
  await api.call('DELETE', `/api/keys/${id}`, { token: session });
  expect((await explain('admin', `why/access?key=${id}`))[0]).toBe('read false keyEnded');
});
