import { afterAll, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { addBooks } from '../support/books.ts';
import { librarySource } from '../support/library.ts';

// Of the four books, b1 and b3 are published; of the two authors, Ann.
const source = structuredClone(librarySource) as Record<string, any>;
source['resources'].books.public = {
  fields: ['title', 'author', 'genre', 'tags'],
  where: { genre_in: ['novel', 'science'] },
};
source['resources'].authors.fields.books = { type: 'number', computed: 'count(books.author)' };
source['resources'].authors.public = { fields: ['name', 'books'], where: { name: 'Ann' } };
// The former name of the books is that of the authors now.
source['resources'].authors.was = 'writers';
source['resources'].books.was = 'authors';
const descriptor = toDescriptor(source);
const api = await openTestApi({ descriptor: () => descriptor });
await addBooks(api);
afterAll(() => api.close());

test.each([
  ['books?_sort=_id', ['b1', 'b3']],
  ['books?genre=poetry', []],
  ['books?genre_null=true', []],
  ['books?q=beta', []],
  ['books?where={"not":{"genre":"novel"}}', ['b3']],
  ['books?author.name_nnull=true', ['b1']],
  ['authors?_sort=_id', ['a1']],
])('everybody finds published records alone: %s', async (path, ids) => {
  const { status, json, headers } = await api.call('GET', `/api/public/${path}`);

  expect([status, json.data.map(({ _id }: { _id: string }) => _id)]).toEqual([200, ids]);
  expect([json.total, headers.get('X-Total-Count')]).toEqual([ids.length, String(ids.length)]);
});

test.each([
  ['writers', 'a1'],
  ['authors', 'a1'],
])('lists and records have the former name of a renamed collection too: %s', async (name, id) => {
  const list = await api.call('GET', `/api/public/${name}`);

  expect(list.json.data.map(({ _id }: { _id: string }) => _id)).toEqual([id]);
  expect((await api.call('GET', `/api/public/${name}/${id}`)).status).toBe(200);
});

test('a record that is not published is unknown, also to somebody who may read it', async () => {
  for (const as of [undefined, 'admin'])
    expect((await api.call('GET', '/api/public/books/b2', { ...(as && { as }) })).json.code).toBe(
      'S001',
    );
  expect((await api.call('GET', '/api/public/books/b1')).status).toBe(200);
});

test('rollups leave out what is not published', async () => {
  expect((await api.call('GET', '/api/public/authors/a1')).json.books).toBe(1);
  expect((await api.call('GET', '/api/authors/a1', { as: 'admin' })).json.books).toBe(2);
});

test('a record is published, and withdrawn, by its values', async () => {
  const change = (genre: string) =>
    api.call('PATCH', '/api/books/b2', {
      as: 'admin',
      headers: { 'If-Match': '*' },
      body: { genre },
    });

  await change('novel');
  expect((await api.call('GET', '/api/public/books/b2')).status).toBe(200);
  await change('poetry');
  expect((await api.call('GET', '/api/public/books/b2')).status).toBe(404);
});
