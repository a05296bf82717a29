import { afterAll, expect, test } from 'vitest';
import type { DescriptorSource } from '../../../src/descriptor/settings/descriptor-settings.ts';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../../support/api.ts';
import { everything, makeKey } from '../../support/api-keys.ts';
import { sendImport } from '../../support/exchange.ts';
import { librarySource } from '../../support/library.ts';
import { connectMcp } from '../../support/mcp-client.ts';

const source = structuredClone(librarySource) as DescriptorSource;
source.resources['books']!.permissions = { staff: everything as never };

const descriptor = toDescriptor(source);
const api = await openTestApi({ descriptor: () => descriptor });
await api.addUser('colleague', 'staff');
const key = await makeKey(api, 'staff', { books: { operations: everything } }, { name: 'Nightly' });
afterAll(() => api.close());

const withKey = (method: string, path: string, body?: unknown, headers = {}) =>
  api.call(method, path, { token: key.token, body, headers });

/** How each version of a book was made, newest first: the way and the name of the key. */
async function waysOf(id: string, caller: { as?: string; token?: string } = { as: 'admin' }) {
  const { json } = await api.call('GET', `/api/books/${id}/history`, caller);
  return json.data.map(({ way, key: name }: any) => (name === undefined ? [way] : [way, name]));
}

test('the history names the key of each write: single, in bulk, by import and by assistant', async () => {
  await withKey('POST', '/api/books', { _id: 'b1', title: 'One', isbn: '1' });
  await withKey('PATCH', '/api/books/b1', { title: 'Two' }, { 'If-Match': '*' });
  await withKey('POST', '/api/books/bulk', { action: 'update', ids: ['b1'], data: { pages: 3 } });
  const assistant = await connectMcp(api, key.token);
  await assistant.read('update_books', { id: 'b1', version: 3, data: { pages: 4 } });
  await assistant.close();
  await api.call('PATCH', '/api/books/b1', {
    as: 'staff',
    headers: { 'If-Match': '*' },
    body: { pages: 5 },
  });
  const headers = { Authorization: `Bearer ${key.token}` };
  const sent = await sendImport(api, '/api/books', [{ isbn: '1', title: 'Three' }], {
    parts: { mode: 'upsert' },
    headers,
  });
  expect(sent).toMatchObject({ json: { updated: 1 } });
  await withKey('DELETE', '/api/books/b1', undefined, { 'If-Match': '*' });

  expect(await waysOf('b1')).toEqual([
    ['key', 'Nightly'],
    ['key', 'Nightly'],
    ['api'],
    ['mcp', 'Nightly'],
    ['key', 'Nightly'],
    ['key', 'Nightly'],
    ['key', 'Nightly'],
  ]);
});

test('versions, change sets, single changes and the trash name it too', async () => {
  const set = { 'Change-Set': 'set-of-the-key' };
  await withKey('POST', '/api/books', { _id: 'b2', title: 'One' }, set);
  await withKey('DELETE', '/api/books/b2', undefined, { 'If-Match': '*' });
  const read = async (path: string) => (await api.call('GET', path, { as: 'admin' })).json;

  expect(await read('/api/books/b2/history/1')).toMatchObject({ key: 'Nightly' });
  expect(await read('/api/changes/set-of-the-key')).toMatchObject({ way: 'key', key: 'Nightly' });
  const { data: sets } = await read('/api/changes?way=key');
  expect(sets.find(({ id }: any) => id === 'set-of-the-key').key).toBe('Nightly');
  const { data: changes } = await read('/api/changes/records?changeSet=set-of-the-key');
  expect(changes).toMatchObject([{ _id: 'b2', way: 'key', key: 'Nightly' }]);
  const { data: trash } = await read('/api/books/trash');
  expect(trash.find(({ _id }: any) => _id === 'b2')).toMatchObject({ way: 'key', key: 'Nightly' });
});

test('the owner and admins see the name; others see only that it was a key', async () => {
  const set = { 'Change-Set': 'set-of-names' };
  await withKey('POST', '/api/books', { _id: 'b3', title: 'One' }, set);
  const other = await makeKey(api, 'staff', { books: { operations: everything } });
  const seenBy = async (caller: { as?: string; token?: string }) => {
    const answers = await Promise.all(
      [
        '/api/books/b3/history',
        '/api/books/b3/history/1',
        '/api/changes/records?resource=books',
      ].map(async (path) => (await api.call('GET', path, caller)).text),
    );
    return answers.map((text) => text.includes('Nightly'));
  };

  expect(await seenBy({ as: 'admin' })).toEqual([true, true, true]);
  expect(await seenBy({ as: 'staff' })).toEqual([true, true, true]);
  expect(await seenBy({ as: 'colleague' })).toEqual([false, false, false]);
  expect(await waysOf('b3', { as: 'colleague' })).toEqual([['key']]);
  const { json } = await api.call('GET', '/api/changes/set-of-names', { as: 'colleague' });
  expect(json).toMatchObject({ way: 'key' });
  expect(json).not.toHaveProperty('key');
  expect(await waysOf('b3', { token: key.token })).toEqual([['key', 'Nightly']]);
  expect(await waysOf('b3', { token: other.token })).toEqual([['key']]);
});

test('a key that expired long ago is not listed, but still named', async () => {
  const old = await makeKey(api, 'staff', { books: { operations: everything } }, { name: 'Old' });
  await api.call('POST', '/api/books', { token: old.token, body: { _id: 'b4', title: 'One' } });
  await api.database.query(
    `update backoffice.api_keys set revoked_at = now() - interval '91 days' where id = $1`,
    [old.id],
  );
  await makeKey(api, 'staff', { books: { operations: everything } });

  const { json } = await api.call('GET', '/api/keys', { as: 'staff' });
  expect(json.data.map(({ id }: any) => id)).not.toContain(old.id);
  expect(await waysOf('b4')).toEqual([['key', 'Old']]);
});

test('the keys of an anonymised person are deleted, and the history only says that it was a key', async () => {
  await api.addUser('ada', 'staff');
  const path = `/api/users/${api.userId('ada')}`;
  const headers = { 'If-Match': '*' };
  await api.call('PATCH', path, { as: 'admin', headers, body: { name: 'Ada Byron' } });
  const settings = { name: 'Laptop of Ada Byron' };
  const grants = { books: { operations: ['list', 'create'] } };
  const { token, id } = await makeKey(api, 'ada', grants, settings);
  const { json: book } = await api.call('POST', '/api/books', { token, body: { title: 'Emma' } });
  const readHistory = async () =>
    (await api.call('GET', `/api/books/${book._id}/history`, { as: 'admin' })).json.data[0];
  expect(await readHistory()).toMatchObject({ way: 'key', key: settings.name });

  const { json: user } = await api.call('GET', path, { as: 'admin' });
  const body = { email: user.email, reason: 'Asked for by letter' };
  const done = await api.call('POST', `/api/admin/user/${user._id}/anonymise`, {
    as: 'admin',
    body,
  });
  expect(done.status).toBe(200);

  for (const [table, column] of [
    ['api_keys', 'id'],
    ['key_uses', 'key_id'],
  ])
    expect(
      await api.database.rows(`select from backoffice.${table} where ${column} = $1`, [id]),
    ).toEqual([]);
  expect(await readHistory()).toMatchObject({ way: 'key', by: user._id });
  expect(await readHistory()).not.toHaveProperty('key');
  await expect
    .poll(async () => (await api.call('GET', '/api/books', { token })).json.code)
    .toMatch(/^A0(05|34)$/);
  const made = await api.database.rows<{ detail: { name: string } }>(
    `select detail from backoffice.audit where actor = $1 and action like 'key%'`,
    [user._id],
  );
  expect(made.length).toBeGreaterThan(0);
  for (const { detail } of made) expect(detail.name).toMatch(/^Laptop of Former user [0-9a-f]{8}$/);
});
