import { afterAll, describe, expect, test } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { addBooks, findBooks } from '../support/books.ts';

const api = await openTestApi();
await addBooks(api);
const cleo = { _id: 'a3', name: 'Cleo', mentor: 'a1' };
await api.call('POST', '/api/authors', { as: 'admin', body: cleo });
afterAll(() => api.close());

const byWhere = (where: object) => `where=${encodeURIComponent(JSON.stringify(where))}`;

// b1 is by a1 (Ann), edited by both; b2 by a2 (Bob), edited by him; b3 by nobody; b4 by a1.
describe('through a reference', () => {
  const all = ['b1', 'b2', 'b3', 'b4'];
  test.each<[string, string[]]>([
    ['author.name=Ann', ['b1', 'b4']],
    ['author.name=Ann&author.name=Bob', ['b1', 'b2', 'b4']],
    ['author.name_neq=Ann', ['b2', 'b3']],
    ['author.name_in=Ann,Cleo', ['b1', 'b4']],
    ['author.name_nin=Ann,Bob', ['b3']],
    ['author.name_contains=NN', ['b1', 'b4']],
    ['author.name_ncontains=NN', ['b2', 'b3']],
    ['author.name_starts=b', ['b2']],
    ['author.name_ends=n', ['b1', 'b4']],
    ['author.name_null=true', ['b3']],
    ['author.name_nnull=true', ['b1', 'b2', 'b4']],
    ['author.mentor_null=true', all],
    ['author._id=a2', ['b2']],
    ['author.createdAt_gte=2020-01-01T00:00:00Z', ['b1', 'b2', 'b4']],
    ['author.createdAt_lt=2020-01-01T00:00:00Z', []],
    ['author.createdAt_between=2020-01-01T00:00:00Z,2999-01-01T00:00:00Z', ['b1', 'b2', 'b4']],
    ['author._version_lte=1&author._version_gt=0', ['b1', 'b2', 'b4']],
    ['editors.name=Ann', ['b1']],
    ['editors.name_in=Ann,Bob', ['b1', 'b2']],
    ['editors.name_neq=Ann', ['b2', 'b3', 'b4']],
    ['editors.name_null=true', ['b3', 'b4']],
    ['createdBy.role=admin', all],
    ['createdBy.role=staff', []],
    [byWhere({ or: [{ 'author.name': 'Bob' }, { pages: 300 }] }), ['b2', 'b3']],
    [byWhere({ not: { 'author.name': 'Bob' } }), ['b1', 'b3', 'b4']],
    [byWhere({ not: { 'author.name_neq': 'Bob' } }), ['b2']],
    [byWhere({ 'author.name': 'Ann', 'editors.name': 'Bob', pages_lt: 200 }), ['b1']],
    [byWhere({ 'createdBy._id': '$user' }), []],
  ])('%s', async (query, expected) => {
    expect(await findBooks(api, `_sort=_id&${query}`)).toEqual(expected);
  });
});

describe('by the number of its child records', () => {
  const find = async (query: string): Promise<string[]> => {
    const { json } = await api.call('GET', `/api/authors?_sort=_id&${query}`, { as: 'staff' });
    return json.data.map(({ _id }: { _id: string }) => _id);
  };
  // a1 wrote two books and edited one, a2 wrote one and edited two; a1 is mentor of a3.
  test.each<[string, string[]]>([
    ['count(books.author)=0', ['a3']],
    ['count(books.author)=2', ['a1']],
    ['count(books.author)=0&count(books.author)=1', ['a2', 'a3']],
    ['count(books.author)_neq=0', ['a1', 'a2']],
    ['count(books.author)_neq=2', ['a2', 'a3']],
    ['count(books.author)_gte=1', ['a1', 'a2']],
    ['count(books.author)_gte=0', ['a1', 'a2', 'a3']],
    ['count(books.author)_gt=1', ['a1']],
    ['count(books.author)_lt=1', ['a3']],
    ['count(books.author)_lte=1', ['a2', 'a3']],
    ['count(books.author)_in=1,2', ['a1', 'a2']],
    ['count(books.author)_nin=0,2', ['a2']],
    ['count(books.author)_between=1,2', ['a1', 'a2']],
    ['count(books.editors)=2', ['a2']],
    ['count(books.editors)_lt=2', ['a1', 'a3']],
    ['count(authors.mentor)_gte=1', ['a1']],
    ['some(books.editors)._id=b2', ['a2']],
    ['some(books.author).editors=a2', ['a1', 'a2']],
    ['some(books.author).editors=a2&some(books.author).editors=a1', ['a1', 'a2']],
    ['some(books.author).editors_neq=a2', ['a3']],
    ['some(books.author).pages_lt=200&_id_neq=a2', ['a1']],
    ['some(books.author).editors.name=Bob', ['a1', 'a2']],
    ['some(books.editors).author.name_neq=Bob', ['a1', 'a3']],
    ['some(authors.mentor).mentor.name=Ann', ['a1']],
    [byWhere({ not: { 'some(authors.mentor).name': 'Cleo' } }), ['a2', 'a3']],
    [byWhere({ 'some(books.author).createdBy': '$user' }), []],
    [
      byWhere({ or: [{ 'count(books.author)': 0 }, { 'count(books.editors)_gte': 2 }] }),
      ['a2', 'a3'],
    ],
    [byWhere({ not: { 'count(books.author)_gte': 1 } }), ['a3']],
  ])('%s', async (query, expected) => {
    expect(await find(query)).toEqual(expected);
  });

  test('a remembered total follows changes of the other records', async () => {
    const list = () =>
      api.call('GET', '/api/authors?_perPage=1&count(books.author)_gte=1', { as: 'staff' });
    const before = [(await list()).json.total, (await list()).json.total];

    const body = { title: 'Last', author: 'a3' };
    const { json: book } = await api.call('POST', '/api/books', { as: 'staff', body });

    expect(before).toEqual([2, 2]);
    expect((await list()).json.total).toBe(3);
    await api.call('DELETE', `/api/books/${book._id}`, {
      as: 'staff',
      headers: { 'If-Match': '*' },
    });
    expect((await list()).json.total).toBe(2);
  });
});

test('exports and bulk actions accept the same filter', async () => {
  const file = await api.call('GET', '/api/books/export?author.name=Bob', { as: 'staff' });
  const where = { 'author.name': 'Bob', 'editors.name': 'Bob' };
  const body = { action: 'update', where, data: { pages: 200 } };
  const bulk = await api.call('POST', '/api/books/bulk', { as: 'staff', body });

  expect(file.json.map(({ _id }: { _id: string }) => _id)).toEqual(['b2']);
  expect(bulk.json).toMatchObject({ total: 1, unchanged: 1 });
});

test('a cursor continues a list with such a filter', async () => {
  const path = '/api/books?author.name_nnull=true&_sort=-pages&_perPage=2';
  const first = await api.call('GET', path, { as: 'staff' });
  const second = await api.call('GET', `${path}&_after=${first.json.next}`, { as: 'staff' });

  const ids = [...first.json.data, ...second.json.data].map(({ _id }: { _id: string }) => _id);
  expect(ids).toEqual(['b4', 'b2', 'b1']);
  expect(second.json.next).toBeNull();
});
