import { afterAll, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { addBooks } from '../support/books.ts';
import { librarySource } from '../support/library.ts';

const source = structuredClone(librarySource) as Record<string, any>;
source['resources'].books.public = { fields: ['title', 'author'] };
source['resources'].authors.public = { fields: ['name'] };
const descriptor = toDescriptor(source);
const api = await openTestApi({ descriptor: () => descriptor });
await addBooks(api);
afterAll(() => api.close());

test.each<[string, string[]]>([
  ['books?author.name=Ann', ['b1', 'b4']],
  // The names are found among the words of all searched fields, of which most are not public.
  ['books?author.name_contains=nn', ['b1', 'b4']],
  ['books?author.name_null=true', ['b3']],
  ['authors?count(books.author)_gte=2', ['a1']],
])('everybody can filter by published fields of other collections: %s', async (path, expected) => {
  const { status, json } = await api.call('GET', `/api/public/${path}&_sort=_id`);

  expect(status).toBe(200);
  expect(json.data.map(({ _id }: { _id: string }) => _id)).toEqual(expected);
});

test.each([
  ['books?author.penName=x', 'author.penName'],
  ['books?author.createdAt_gte=2020-01-01T00:00:00Z', 'author.createdAt_gte'],
  ['books?createdBy.name=admin', 'createdBy.name'],
  ['authors?count(books.editors)=1', 'count(books.editors)'],
  ['authors?count(ledgers.author)=1', 'count(ledgers.author)'],
])('nobody can filter by other fields: %s', async (path, at) => {
  const { status, json } = await api.call('GET', `/api/public/${path}`);

  expect([status, json.problems]).toEqual([
    400,
    [expect.objectContaining({ code: 'Q002', path: at })],
  ]);
});
