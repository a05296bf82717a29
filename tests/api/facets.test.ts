import { describe, expect, it, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { createStore } from '../../src/store/records/create-store.ts';
import type { TestAnswer } from '../support/api.ts';
import { CANARY, librarySource } from '../support/library.ts';
import { openPatientBooks } from '../support/open-patient-books.ts';

const { api, patient } = await openPatientBooks('facetBudget');

function facets(query: string, as = 'staff'): Promise<TestAnswer> {
  return patient.call('GET', `/api/books/facets?${query}`, { as });
}

const known = { more: false, timedOut: false };
const values = (...counts: [unknown, number, string?][]) => ({
  kind: 'values',
  values: counts.map(([value, count, label]) => ({ value, count, ...(label && { label }) })),
});

describe('the values of a field', () => {
  test.each<[string, object]>([
    ['genre', { ...values(['novel', 1], ['poetry', 1], ['science', 1]), empty: 1 }],
    ['inPrint', { ...values([true, 2], [false, 1]), empty: 1 }],
    ['tags', { ...values(['x', 2], ['Yellow', 1]), empty: 2 }],
    ['moods', { ...values(['dark', 1], ['light', 1], ['odd', 1]), empty: 2 }],
    ['author', { ...values(['a1', 2, 'Ann'], ['a2', 1, 'Bob']), empty: 1 }],
    ['editors', { ...values(['a2', 2, 'Bob'], ['a1', 1, 'Ann']), empty: 2 }],
    ['shelf.room', { ...values(['North', 1], ['north wing', 1], ['South', 1]), empty: 1 }],
    ['blurb', { ...values(), empty: 4 }],
    ['isbn', { ...values(['1', 1], ['2', 1], ['3', 1], ['4', 1]), empty: 0 }],
    [
      'printedOn',
      {
        kind: 'years',
        values: [
          { value: 2002, from: '2002-01-01', to: '2002-12-31', count: 1 },
          { value: 2001, from: '2001-01-01', to: '2001-12-31', count: 1 },
        ],
        empty: 2,
      },
    ],
    [
      'lentAt',
      {
        kind: 'years',
        values: [
          {
            value: 2026,
            from: '2026-01-01T00:00:00.000Z',
            to: '2026-12-31T23:59:59.999Z',
            count: 2,
          },
        ],
        empty: 2,
      },
    ],
  ])('%s are counted', async (name, expected) => {
    const { status, json } = await facets(`fields=${name}`);

    expect(status).toBe(200);
    expect(json.data).toEqual({ [name]: { ...known, ...expected } });
  });

  it('are counted in bins with round edges if they are numbers', async () => {
    const { json } = await facets('fields=pages,price');

    const { bins, ...rest } = json.data.pages;
    expect(rest).toEqual({ kind: 'histogram', empty: 0, timedOut: false });
    expect(bins[0]).toEqual({ from: 100, to: 120, count: 1 });
    expect(bins.at(-1)).toEqual({ from: 400, to: 420, count: 1 });
    expect(bins).toHaveLength(16);
    expect(json.data.price).toMatchObject({ kind: 'histogram', empty: 2 });
  });

  it('are those of records that match the filter, the search and the nested filter', async () => {
    const where = encodeURIComponent('{"not":{"author.name":"Bob"}}');
    const { json } = await facets(`fields=genre,author&where=${where}&q=a&pages_lt=350`);

    expect(json.data.genre).toEqual({
      ...known,
      ...values(['novel', 1], ['science', 1]),
      empty: 0,
    });
    expect(json.data.author).toEqual({ ...known, ...values(['a1', 1, 'Ann']), empty: 1 });
  });

  it('lead to the counted records', async () => {
    const { json } = await facets('fields=pages,printedOn,genre');
    const found = async (query: string) =>
      (await api.call('GET', `/api/books?${query}`, { as: 'staff' })).json.total;

    for (const { from, to, count } of json.data.pages.bins)
      expect(await found(`pages_gte=${from}&pages_lt=${to}`)).toBe(count);
    for (const { from, to, count } of json.data.printedOn.values)
      expect(await found(`printedOn_between=${from},${to}`)).toBe(count);
    for (const { value, count } of json.data.genre.values)
      expect(await found(`genre=${value}`)).toBe(count);
  });

  it('are the twenty most frequent, with a mark if there are more', async () => {
    const tags = Array.from({ length: 21 }, (_, at) => `tag ${at}`);
    const { json: book } = await api.call('POST', '/api/books', {
      as: 'staff',
      body: { title: 'Many tags', tags: [...tags, 'x'] },
    });

    const { json } = await facets('fields=tags');

    await api.call('DELETE', `/api/books/${book._id}`, {
      as: 'staff',
      headers: { 'If-Match': '*' },
    });
    expect(json.data.tags.values).toHaveLength(20);
    expect(json.data.tags.values[0]).toEqual({ value: 'x', count: 3 });
    expect(json.data.tags.more).toBe(true);
  });

  it('are empty without records', async () => {
    const { json } = await facets('fields=genre,pages,printedOn&_id=none');

    expect(json.data).toEqual({
      genre: { kind: 'values', values: [], empty: 0, ...known },
      pages: { kind: 'histogram', bins: [], empty: 0, timedOut: false },
      printedOn: { kind: 'years', values: [], empty: 0, ...known },
    });
  });
});

it('each time out separately, and report it', async () => {
  const { database, descriptor } = api;
  const store = createStore(database, () => descriptor, { facetBudget: 1 });
  const hasty = await api.openReplica({ store });
  // Past the time a call may take, on a slow machine.
  const write = (text: string) => database.alone((session) => session.query(text));
  await write(
    `insert into "authors" (_id, name) select 'n' || n, 'Name ' || n from generate_series(1, 20000) n`,
  );

  const { status, json } = await hasty.call(
    'GET',
    '/api/authors/facets?fields=name,_version,createdAt',
    { as: 'staff' },
  );

  await write(`delete from "authors" where _id like 'n%'`);
  await hasty.close();
  expect(status).toBe(200);
  expect(json.data).toEqual({
    name: { kind: 'values', values: [], more: false, empty: null, timedOut: true },
    _version: { kind: 'histogram', bins: [], empty: null, timedOut: true },
    createdAt: { kind: 'years', values: [], more: false, empty: null, timedOut: true },
  });
});

test.each([
  [20, false],
  [21, true],
])('of %i values: more exist than are shown: %s', async (count, more) => {
  await api.database.query(
    `insert into "authors" (_id, name) select 'm' || n, 'N${count} ' || n from generate_series(1, ${count}) n`,
  );

  // Each asks a question of its own, because such records come without history.
  const path = `/api/authors/facets?fields=name&name_starts=N${count}`;
  const { json } = await patient.call('GET', path, { as: 'staff' });

  await api.database.query(`delete from "authors" where _id like 'm%'`);
  expect(json.data.name).toMatchObject({ more, values: { length: 20 } });
});

describe('a facet reveals nothing hidden', () => {
  it('neither a field nor a search in it', async () => {
    await api.database.query(`update "books" set secret = '${CANARY}' where _id = 'b1'`);

    const hidden = await facets('fields=secret');
    const searched = await facets(`fields=genre&q=${CANARY}`);

    expect([hidden.status, hidden.json.code]).toEqual([400, 'Q002']);
    expect(searched.json.data.genre).toEqual({ ...known, ...values(), empty: 0 });
    expect((await facets(`fields=genre&q=${CANARY}`, 'admin')).json.data.genre.values).toHaveLength(
      1,
    );
  });

  it('nor a resource that the role cannot list', async () => {
    expect(
      (await patient.call('GET', '/api/ledgers/facets?fields=entry', { as: 'viewer' })).status,
    ).toBe(403);
  });
});

test.each<[string, number, string, string]>([
  ['', 400, 'Q015', 'fields'],
  ['fields=', 400, 'Q004', 'fields'],
  ['fields=nope', 400, 'Q002', 'fields.nope'],
  ['fields=genre,genre', 400, 'Q016', 'fields'],
  ['fields=shelf', 400, 'Q017', 'fields.shelf'],
  ['fields=extra', 400, 'Q017', 'fields.extra'],
  ['fields=genre&_page=2', 400, 'Q001', '_page'],
  ['fields=genre&_sort=title', 400, 'Q001', '_sort'],
  ['fields=genre&nope=1', 400, 'Q002', 'nope'],
  [`fields=${Array.from({ length: 21 }, (_, at) => `f${at}`).join(',')}`, 400, 'Q019', 'fields'],
])('refuses %s', async (query, status, code, path) => {
  const answer = await facets(query);

  expect([answer.status, answer.json.problems]).toEqual([
    status,
    [expect.objectContaining({ code, path })],
  ]);
});

it('names no record by a field that the role cannot read', async () => {
  const source = structuredClone(librarySource);
  Object.assign(source.resources.authors.fields.name, { read: ['admin'] });
  const descriptor = toDescriptor(source);
  const store = createStore(api.database, () => descriptor, { facetBudget: 60_000 });
  const other = await api.openReplica({ descriptor: () => descriptor, store });

  const of = async (as: string) =>
    (await other.call('GET', '/api/books/facets?fields=author', { as })).json.data.author.values;
  const [staff, admin] = [await of('staff'), await of('admin')];
  await other.close();

  expect(staff).toEqual([
    { value: 'a1', count: 2 },
    { value: 'a2', count: 1 },
  ]);
  expect(admin[0]).toEqual({ value: 'a1', count: 2, label: 'Ann' });
});

it('reports the limit of counted values', async () => {
  const { json } = await facets(`fields=${Array.from({ length: 21 }, (_, at) => `f${at}`).join()}`);

  expect(json.detail).toBe('fields has more than 20 values');
});
