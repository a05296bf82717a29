import { afterAll, beforeAll, expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { makeKey } from '../../support/api-keys.ts';
import { openTestApi } from '../../support/api.ts';
import { librarySource } from '../../support/library.ts';

/* Lists say with `_fields=_threads` how many threads of each record their reader sees. */

const source = structuredClone(librarySource) as any;
Object.assign(source.roles, { some: {}, mute: {} });
source.resources.users.fields.role.choices.push('some', 'mute');
const may = { list: true, read: true, history: true };
Object.assign(source.resources.books.permissions, { some: may, mute: { ...may, comment: false } });
const descriptor = toDescriptor(source);
const api = await openTestApi({ descriptor: () => descriptor });
afterAll(() => api.close());

const path = '/api/books?_sort=title&_fields=title,_threads';
const listed = async (call: { as: string } | { token: string }, at = path) =>
  (await api.call('GET', at, call)).json.data.map((each: any) => each._threads);

beforeAll(async () => {
  const ids: string[] = [];
  for (const title of ['Dune', 'Emma', 'Ulysses'])
    ids.push((await api.call('POST', '/api/books', { as: 'admin', body: { title } })).json._id);
  const [dune, emma] = ids;
  const cells = [dune, emma].map((record) => ({ record, field: 'pages' }));
  const places = [{ record: dune }, { record: dune, cells }, { record: emma, field: 'secret' }];
  for (const place of places) {
    const body = { resource: 'books', ...place, text: 'Why?', query: {} };
    await api.call('POST', '/api/threads', { as: 'admin', body });
  }
});

const mark = (field: string | null, unread: boolean) => ({ field, threads: 1, open: 1, unread });

test('by field, and null for the record as a whole; null where there are none', async () => {
  const [dune, emma, ulysses] = await listed({ as: 'admin' });

  expect(dune).toHaveLength(2);
  expect(dune).toEqual(expect.arrayContaining([mark(null, false), mark('pages', false)]));
  expect(emma).toEqual(expect.arrayContaining([mark('secret', false), mark('pages', false)]));
  expect(ulysses).toBeNull();
});

test('only of those that the reader sees, and what they have not read', async () => {
  const [dune, emma] = await listed({ as: 'some' });

  expect(dune).toEqual(expect.arrayContaining([mark(null, true), mark('pages', true)]));
  expect(emma).toEqual([mark('pages', true)]);
});

test('a key counts the threads of the fields that it may read', async () => {
  const { token } = await makeKey(api, 'some', {
    books: { operations: ['list', 'read', 'comment'], fields: ['title'] },
  });

  expect(await listed({ token })).toEqual([[mark(null, true)], null, null]);
});

test('is an unknown field to a role that may not comment', async () => {
  const { status, json } = await api.call('GET', path, { as: 'mute' });

  expect([status, json.problems[0].path]).toEqual([400, '_fields._threads']);
});

test('is refused for a moment of the past', async () => {
  const at = `${path}&_asOf=${new Date().toISOString()}`;
  const { json } = await api.call('GET', at, { as: 'some' });

  expect(json.problems).toMatchObject([{ code: 'Q022', path: '_fields._threads' }]);
});

test('with a cursor, and on a page from the end', async () => {
  const { json } = await api.call('GET', `${path}&_perPage=1`, { as: 'admin' });
  const after = `${path}&_perPage=1&_after=${encodeURIComponent(json.next)}`;

  expect(json.data[0]._threads).toHaveLength(2);
  expect((await listed({ as: 'admin' }, after))[0]).toEqual([mark('secret', false)]);
});
