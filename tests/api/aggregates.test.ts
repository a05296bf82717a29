import { describe, expect, it, test } from 'vitest';
import { createStore } from '../../src/store/records/create-store.ts';
import type { TestAnswer } from '../support/api.ts';
import { CANARY } from '../support/library.ts';
import { openPatientBooks } from '../support/open-patient-books.ts';

const { api, patient } = await openPatientBooks('aggregateBudget');

function aggregates(query: string, as = 'staff'): Promise<TestAnswer> {
  return patient.call('GET', `/api/books/aggregates?${query}`, { as });
}

test.each<[string, string, object]>([
  ['pages', 'count,empty,unique', { count: 4, empty: 0, unique: 4 }],
  ['pages', 'sum,avg,min,max,median', { sum: 1000, avg: 250, min: 100, max: 400, median: 250 }],
  ['price', 'count,empty,unique', { count: 2, empty: 2, unique: 2 }],
  ['price', 'min,max,sum', { min: 9.5, max: 19.99, sum: 29.49 }],
  ['genre', 'count,empty,unique', { count: 3, empty: 1, unique: 3 }],
  ['inPrint', 'count,empty,unique', { count: 3, empty: 1, unique: 2 }],
  ['blurb', 'count,empty,unique', { count: 0, empty: 4, unique: 0 }],
  ['stock', 'sum,avg,min,max,median', { sum: null, avg: null, min: null, max: null, median: null }],
  ['tags', 'count,empty,unique', { count: 2, empty: 2, unique: 2 }],
  ['editors', 'count,empty,unique', { count: 2, empty: 2, unique: 2 }],
  ['author', 'count,empty,unique', { count: 3, empty: 1, unique: 2 }],
  ['shelf', 'count,empty', { count: 3, empty: 1 }],
  ['shelf.row', 'sum,median', { sum: 3, median: 1.5 }],
  ['printedOn', 'min,max,median', { min: '2001-05-01', max: '2002-05-01', median: '2001-05-01' }],
  [
    'lentAt',
    'min,max,median',
    {
      min: '2026-01-01T10:00:00.000Z',
      max: '2026-02-01T10:00:00.000Z',
      median: '2026-01-01T10:00:00.000Z',
    },
  ],
])('of %s: %s', async (field, names, expected) => {
  const asked = names.split(',').map((name) => `${field}:${name}`);

  const { status, json } = await aggregates(`_aggregate=${asked.join()}`);

  expect([status, json]).toEqual([200, { data: { [field]: expected }, timedOut: [] }]);
});

describe('the aggregated records', () => {
  it('are those that match the filter, the search and the nested filter', async () => {
    const where = encodeURIComponent('{"not":{"author.name":"Bob"}}');
    const { json } = await aggregates(
      `_aggregate=pages:sum,genre:unique,tags:count&where=${where}&q=a&pages_lt=350`,
    );

    expect(json.data).toEqual({ pages: { sum: 400 }, genre: { unique: 2 }, tags: { count: 1 } });
  });

  it('are none if nothing matches', async () => {
    const { json } = await aggregates(
      '_aggregate=pages:sum,pages:median,pages:count,genre:unique&_id=none',
    );

    expect(json.data).toEqual({
      pages: { sum: null, median: null, count: 0 },
      genre: { unique: 0 },
    });
  });

  it('reveal no hidden field, not even by a search', async () => {
    await api.database.query(`update "books" set secret = '${CANARY}' where _id = 'b1'`);

    const hidden = await aggregates('_aggregate=secret:count');
    const searched = await aggregates(`_aggregate=pages:count&q=${CANARY}`);
    const seen = await aggregates(`_aggregate=pages:count&q=${CANARY}`, 'admin');

    expect([hidden.status, hidden.json.code]).toEqual([400, 'Q002']);
    expect(searched.json.data.pages.count).toBe(0);
    expect(seen.json.data.pages.count).toBe(1);
  });

  it('are not counted for a role that cannot list them', async () => {
    const { status } = await patient.call('GET', '/api/ledgers/aggregates?_aggregate=entry:count', {
      as: 'viewer',
    });

    expect(status).toBe(403);
  });
});

it('numbers that are too large to add have no sum', async () => {
  const write = (price: string) =>
    api.database.query(`update "books" set price = ${price} where _id in ('b1', 'b2')`);
  await write('1.7e308');

  const { status, json } = await aggregates(
    '_aggregate=price:sum,price:avg,price:median,price:max,pages:sum',
  );

  await write(`case _id when 'b1' then 9.5 else 19.99 end`);
  expect(status).toBe(200);
  expect(json.data).toEqual({
    price: { sum: null, avg: null, median: null, max: 1.7e308 },
    pages: { sum: 1000 },
  });
});

it('a calculation times out for each caller, and reports it', async () => {
  const { database, descriptor } = api;
  const store = createStore(database, () => descriptor, { aggregateBudget: 1 });
  const hasty = await api.openReplica({ store });
  // Past the time a call may take, on a slow machine.
  const write = (text: string) => database.alone((session) => session.query(text));
  await write(
    `insert into "authors" (_id, name) select 'n' || n, 'Name ' || n from generate_series(1, 20000) n`,
  );

  const { status, json } = await hasty.call(
    'GET',
    '/api/authors/aggregates?_aggregate=name:unique,_version:max',
    { as: 'staff' },
  );
  const groups = await hasty.call('GET', '/api/authors/groups?_by=name', { as: 'staff' });

  await write(`delete from "authors" where _id like 'n%'`);
  await hasty.close();
  expect([status, json]).toEqual([
    200,
    {
      data: { name: { unique: null }, _version: { max: null } },
      timedOut: ['name:unique', '_version:max'],
    },
  ]);
  expect(groups.json).toMatchObject({ data: [], total: null, pageCount: null, timedOut: true });
});

const many = Array.from({ length: 51 }, (_, at) => `f${at}:count`).join();

test.each<[string, string, string]>([
  ['', 'Q015', '_aggregate'],
  ['_aggregate=', 'Q004', '_aggregate'],
  ['_aggregate=pages', 'Q004', '_aggregate'],
  ['_aggregate=nope:sum', 'Q002', '_aggregate.nope'],
  ['_aggregate=title:sum', 'Q023', '_aggregate.title'],
  ['_aggregate=tags:median', 'Q023', '_aggregate.tags'],
  ['_aggregate=shelf:unique', 'Q023', '_aggregate.shelf'],
  ['_aggregate=pages:mode', 'Q023', '_aggregate.pages'],
  ['_aggregate=pages:sum,pages:sum', 'Q016', '_aggregate'],
  ['_aggregate=pages:sum&_page=2', 'Q001', '_page'],
  ['_aggregate=pages:sum&_sort=title', 'Q001', '_sort'],
  ['_aggregate=pages:sum&nope=1', 'Q002', 'nope'],
  [`_aggregate=${many}`, 'Q019', '_aggregate'],
])('refuses %s', async (query, code, path) => {
  const { status, json } = await aggregates(query);

  expect([status, json.problems]).toEqual([400, [expect.objectContaining({ code, path })]]);
});

it('names the field and the unsuitable function', async () => {
  const { json } = await aggregates('_aggregate=title:sum');

  expect(json.detail).toBe(
    '_aggregate.title cannot be aggregated with sum; possible: count, empty, unique',
  );
});
