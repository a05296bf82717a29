import { afterAll, expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { openTestApi, signIn } from '../../support/api.ts';
import { makeKey } from '../../support/api-keys.ts';
import { librarySource } from '../../support/library.ts';

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

test('the explanation hides a filter of a key with fields that the caller may not read', async () => {
  const source = structuredClone(librarySource);
  Object.assign(source.resources.authors.permissions, {
    staff: { list: { penName_null: true }, read: true },
  });
  const descriptor = toDescriptor(source);
  const library = await openTestApi({ descriptor: () => descriptor });
  await library.call('POST', '/api/books', { as: 'admin', body: { _id: 'b1', title: 'One' } });
  // The key asks only authors that its owner may see, so it has the rule that says which.
  const filtersFor = async (filter: object) => {
    const books = { operations: ['list', 'read'], filter };
    const { id } = await makeKey(library, 'staff', { books }, { name: JSON.stringify(filter) });
    const path = `/api/books/b1/access?key=${id}&user=${library.userId('staff')}`;
    const shownTo = async (as: string) => {
      const { operations } = (await library.call('GET', path, { as })).json;
      return operations[0].limits.map((limit: { filter: unknown }) => limit.filter);
    };
    return [await shownTo('staff'), await shownTo('admin')];
  };

  expect(await filtersFor({ title: 'One' })).toEqual([['title = One'], ['title = One']]);
  const [[own], [all]] = await filtersFor({ 'author.name': 'Ann' });
  await library.close();

  expect(own).toBeNull();
  expect(all).toContain('penName');
});
