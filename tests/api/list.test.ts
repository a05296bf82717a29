import { afterAll, describe, expect, it, test } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { addBooks, findBooks } from '../support/books.ts';

const api = await openTestApi();
await addBooks(api);
afterAll(() => api.close());

it('a list returns the records with total, page and next', async () => {
  const { status, json, headers } = await api.call('GET', '/api/books?_perPage=3', { as: 'staff' });

  expect(status).toBe(200);
  const { data, ...rest } = json;
  expect(data.map(({ title }: { title: string }) => title)).toEqual([
    'Ähre_x',
    'Alpha',
    'beta 100%',
  ]);
  expect(rest).toEqual({
    total: 4,
    totalIsEstimate: false,
    page: 1,
    perPage: 3,
    pageCount: 2,
    next: expect.any(String),
  });
  expect(headers.get('X-Total-Count')).toBe('4');
});

it('a record has every field that the caller can read, also empty ones', async () => {
  const { json } = await api.call('GET', '/api/books?_id=b3', { as: 'staff' });

  expect(json.data).toEqual([
    {
      _id: 'b3',
      _version: 1,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      createdBy: api.userId('admin'),
      updatedBy: api.userId('admin'),
      title: 'Gamma, ray',
      isbn: '3',
      blurb: null,
      pages: 300,
      price: null,
      inPrint: null,
      printedOn: null,
      lentAt: null,
      genre: 'science',
      moods: [],
      tags: [],
      author: null,
      editors: [],
      shelf: null,
      extra: null,
      site: null,
      stock: null,
      legacyId: null,
    },
  ]);
});

describe('pages', () => {
  test.each([
    ['_page=2&_perPage=3', ['b3']],
    ['_page=9&_perPage=3', []],
    ['_perPage=1000', ['b4', 'b1', 'b2', 'b3']],
    ['_page=1', ['b4', 'b1', 'b2', 'b3']],
  ])('%s', async (query, ids) => {
    expect(await findBooks(api, query)).toEqual(ids);
  });

  it('follow each other by the cursor, each record once', async () => {
    const seen: string[] = [];
    let next: string | null = '';
    do {
      const after: string = next === '' ? '' : `&_after=${encodeURIComponent(next)}`;
      const { json } = await api.call('GET', `/api/books?_sort=-pages&_perPage=2${after}`, {
        as: 'staff',
      });
      seen.push(...json.data.map(({ _id }: { _id: string }) => _id));
      next = json.next;
    } while (next !== null);

    expect(seen).toEqual(['b4', 'b3', 'b2', 'b1']);
  });

  it('do not need a total', async () => {
    const { json, headers } = await api.call('GET', '/api/books?_total=none', { as: 'staff' });

    expect(json).toMatchObject({ total: null, pageCount: null });
    expect(headers.get('X-Total-Count')).toBeNull();
  });

  it('are empty without records', async () => {
    const { json } = await api.call('GET', '/api/books?title=none', { as: 'staff' });

    expect(json).toMatchObject({ data: [], total: 0, pageCount: 1, next: null });
  });
});

describe('order', () => {
  test.each([
    ['_sort=pages', ['b1', 'b2', 'b3', 'b4']],
    ['_sort=-pages', ['b4', 'b3', 'b2', 'b1']],
    ['_sort=price,-title', ['b1', 'b2', 'b3', 'b4']],
    ['_sort=-price', ['b2', 'b1', 'b4', 'b3']],
    ['_sort=author,-pages', ['b4', 'b1', 'b2', 'b3']],
    ['_sort=-_id', ['b4', 'b3', 'b2', 'b1']],
    ['_sort=shelf.row', ['b1', 'b2', 'b3', 'b4']],
  ])('%s', async (query, ids) => {
    expect(await findBooks(api, query)).toEqual(ids);
  });
});

it('a list returns only the requested fields, and what identifies a record', async () => {
  const { json } = await api.call('GET', '/api/books?_fields=title,pages&_id=b1', { as: 'staff' });

  expect(json.data).toEqual([{ _id: 'b1', _version: 1, title: 'Alpha', pages: 100 }]);
});

describe('the neighbours of a record', () => {
  const of = async (id: string, query = '') =>
    (await api.call('GET', `/api/books/${id}/neighbours${query}`, { as: 'staff' })).json;

  it('are those of the list with its order, filter and search', async () => {
    const whole = await of('b2', '?_sort=pages');
    const part = await of('b3', '?_sort=-pages&pages_gte=200');
    const found = await of('b3', '?_sort=pages&q=a');

    expect(whole).toMatchObject({ previous: 'b1', next: 'b3', position: 2, total: 4 });
    expect(part).toMatchObject({ previous: 'b4', next: 'b2', position: 2, total: 3 });
    expect(found).toMatchObject({ previous: 'b2', next: 'b4', position: 3, total: 4 });
  });

  it.each([
    ['_page=2', 'Q001'],
    ['nope=1', 'Q002'],
    ['_sort=nope', 'Q002'],
  ])('are not available with %s', async (query, code) => {
    expect((await of('b1', `?${query}`)).code).toBe(code);
  });
});
