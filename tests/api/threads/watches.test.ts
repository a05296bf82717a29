import { afterAll, beforeEach, expect, test } from 'vitest';
import { followWatches } from '../../../src/services/threads/follow-watches.ts';
import { openTestApi } from '../../support/api.ts';

const api = await openTestApi();
await api.addUser('other', 'staff');
afterAll(() => api.close());
beforeEach(async () => {
  await api.database.query('truncate backoffice.inbox, backoffice.watches');
});

const { database } = api;
const follow = () => followWatches({ database, descriptor: api.descriptor });
const addBook = async (title: string): Promise<string> =>
  (await api.call('POST', '/api/books', { as: 'admin', body: { title } })).json._id;
const change = (id: string, body: object, as = 'admin') =>
  api.call('PATCH', `/api/books/${id}`, { as, headers: { 'If-Match': '*' }, body });
const watch = async (body: object, as = 'staff') =>
  await api.call('PUT', '/api/watches', { as, body: { resource: 'books', ...body } });
const entries = async (as = 'staff') => (await api.call('GET', '/api/inbox', { as })).json.data;

test('changes of a watched record by others become one entry an hour', async () => {
  const record = await addBook('Dune');
  const { json } = await watch({ record });
  expect((await watch({ record })).json).toEqual(json);
  await change(record, { pages: 1 });
  await follow();
  await change(record, { pages: 2 });
  await change(record, { pages: 3 }, 'staff');
  await addBook('Emma');
  await follow();
  await follow();

  const by = api.userId('admin');
  expect(await entries()).toMatchObject([
    { kind: 'watched', resource: 'books', record, title: 'Dune', count: 2, by, change: 'changed' },
  ]);
  await api.call('DELETE', `/api/watches/${json._id}`, { as: 'staff' });
  await api.call('POST', '/api/inbox/read', { as: 'staff', body: { all: true } });
  await change(record, { pages: 4 });
  await follow();
  expect(await entries()).toHaveLength(1);
});

test('a change set of many new records is one entry that says how many', async () => {
  await watch({});
  const body = new FormData();
  const titles = Array.from({ length: 30 }, (_, at) => `Book ${at}`);
  body.append('file', new File([`title\n${titles.join('\n')}\n`], 'books.csv'));
  const { status } = await api.call('POST', '/api/books/import', { as: 'admin', body });
  expect(status).toBe(200);
  await follow();

  expect(await entries()).toMatchObject([
    { kind: 'watched', resource: 'books', record: null, count: 30, change: 'created' },
  ]);
});

test('a record that the watcher no longer sees has no entry', async () => {
  const record = await addBook('Dune');
  await watch({ record });
  await change(record, { pages: 1 });
  await follow();
  await api.call('DELETE', `/api/books/${record}`, { as: 'admin', headers: { 'If-Match': '*' } });

  expect(await entries()).toEqual([]);
});

test.each([
  ['a collection that does not exist', { resource: 'nothing' }, 'resource'],
  ['a record that does not exist', { record: 'nothing' }, 'record'],
])('%s cannot be watched', async (_, body, path) => {
  const { json, status } = await watch(body);

  expect(status).toBeGreaterThanOrEqual(400);
  expect(json.problems).toMatchObject([{ path }]);
});
