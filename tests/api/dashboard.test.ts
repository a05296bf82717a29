import { afterAll, describe, expect, it } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../support/api.ts';

const may = ['list', 'read', 'create', 'update', 'delete'];
const own = { createdBy: '$user' };

const descriptor = toDescriptor({
  app: {
    current: 'shelves',
    dashboard: [
      { name: 'books', kind: 'count', resource: 'books' },
      { name: 'dear', kind: 'count', resource: 'books', filter: { price_gte: 10 } },
      { name: 'unpriced', kind: 'check', resource: 'books', filter: { price_null: true } },
      { name: 'empty', kind: 'check', resource: 'shelves', filter: { 'count(books.shelf)': 0 } },
      { name: 'mine', kind: 'list', resource: 'books', filter: own, columns: ['price'], limit: 2 },
      { name: 'byShelf', kind: 'chart', resource: 'books', by: 'shelf' },
      { name: 'months', kind: 'chart', resource: 'books', by: 'createdAt', every: 'month' },
      { name: 'years', kind: 'chart', resource: 'books', by: 'printed', every: 'month', limit: 3 },
      { name: 'ofSellers', kind: 'count', resource: 'books', roles: ['seller'] },
      { name: 'latest', kind: 'changes' },
      { name: 'dearest', kind: 'list', resource: 'books', sort: 'price' },
    ],
  },
  roles: { admin: { all: true }, seller: {}, writer: {} },
  resources: {
    shelves: {
      title: '{name}',
      fields: { name: { type: 'text', required: true } },
      permissions: { seller: ['list', 'read'] },
    },
    books: {
      title: '{name}',
      fields: {
        name: { type: 'text', required: true },
        price: { type: 'number', read: ['seller'] },
        printed: { type: 'date' },
        shelf: { type: 'reference', to: 'shelves' },
      },
      permissions: {
        seller: may,
        writer: { list: own, read: own, create: true, update: own, delete: own },
      },
    },
    users: {
      fields: {
        email: { type: 'email', required: true, unique: true },
        name: { type: 'text', required: true },
        role: { type: 'choice', choices: ['admin', 'seller', 'writer'] },
        status: { type: 'choice', choices: ['pending', 'confirmed', 'disabled', 'invited'] },
      },
    },
  },
});

const today = new Date().toISOString().slice(0, 10);
const month = today.slice(0, 7);

const make = async (as: string, resource: string, body: object): Promise<string> =>
  (await api.call('POST', `/api/${resource}`, { as, body })).json._id;
const card = async (as: string, path: string) =>
  (await api.call('GET', `/api/dashboard/${path}`, { as })).json;

const api = await openTestApi({ descriptor: () => descriptor });
const oak = await make('admin', 'shelves', { name: 'Oak' });
const pine = await make('admin', 'shelves', { name: 'Pine' });
await make('seller', 'books', { name: 'A', price: 12, shelf: oak, printed: today });
await make('seller', 'books', { name: 'B', price: 5, shelf: oak });
await make('seller', 'books', { name: 'C' });
await make('writer', 'books', { name: 'D' });
const gone = await make('seller', 'books', { name: 'E', price: 40 });
await api.call('DELETE', `/api/books/${gone}`, { as: 'seller', headers: { 'If-Match': '*' } });
afterAll(() => api.close());

describe('a count', () => {
  it('shows the number of records, and from the history how it changed', async () => {
    const found = await card('admin', 'books');

    expect(found).toMatchObject({
      kind: 'count',
      timedOut: false,
      total: 4,
      totalIsEstimate: false,
    });
    expect(found.trend.days).toEqual([{ day: today, created: 5, deleted: 1 }]);
  });

  it.each([
    ['of a filter', 'admin', 'dear', 1],
    ['of the current record', 'admin', 'books?current=OAK', 2],
    ['of those that are one’s own', 'writer', 'books', 1],
  ])('%s shows when the current records were created', async (_, as, path, total) => {
    const found = await card(as, path.replace('OAK', oak));

    expect(found.total).toBe(total);
    expect(found.trend.days).toEqual([{ day: today, created: total, deleted: null }]);
  });
});

it('counts records that should not exist, also by their references', async () => {
  const found = [await card('seller', 'unpriced'), await card('seller', 'empty')];

  expect(found.map(({ total }) => total)).toEqual([2, 1]);
});

it.each([
  ['records that fail the check', 'unpriced', false],
  ['records that all pass it', 'unpriced?current=OAK', false],
  ['no records at all', 'unpriced?current=PINE', true],
])('tells whether %s found records to check', async (_, path, isEmpty) => {
  const found = await card('seller', path.replace('OAK', oak).replace('PINE', pine));

  expect(found.isEmpty).toBe(isEmpty);
});

it('shows the caller the first records, by title', async () => {
  const found = await card('seller', 'mine');

  expect(found.total).toBe(3);
  expect(found.records).toHaveLength(2);
  expect(found.records[0]).toEqual({
    _id: expect.any(String),
    _version: 1,
    updatedAt: expect.any(String),
    name: expect.any(String),
    price: expect.toSatisfy((price) => price === null || price > 0),
  });
  expect((await card('writer', 'mine')).records[0]).not.toHaveProperty('price');
});

it('lists all, without sorting by a hidden field', async () => {
  const [seller, writer] = [await card('seller', 'dearest'), await card('writer', 'dearest')];

  const names: string[] = seller.records.map(({ name }: any) => name);
  expect(names.filter((name) => 'AB'.includes(name))).toEqual(['B', 'A']);
  expect(Object.keys(seller.records[0]).sort()).toEqual(['_id', '_version', 'name', 'updatedAt']);
  expect([writer.total, writer.records.length]).toEqual([1, 1]);
});

it('reports a timeout, and its kind', async () => {
  const store = { ...api.store, inTime: async () => undefined };
  const other = await api.openReplica({ store });

  const answers = ['books', 'byShelf', 'mine'].map(
    async (name) => (await other.call('GET', `/api/dashboard/${name}`, { as: 'seller' })).json,
  );

  expect(await Promise.all(answers)).toEqual(
    ['count', 'chart', 'list'].map((kind) => ({ kind, timedOut: true })),
  );
  await other.close();
});

describe('a chart', () => {
  it('counts values, with references by title', async () => {
    const { facet } = await card('seller', 'byShelf');

    expect(facet.values).toEqual([{ value: oak, label: 'Oak', count: 2 }]);
    expect(facet.empty).toBe(2);
  });

  it('counts months of a time and of a date', async () => {
    const [created, printed] = [await card('admin', 'months'), await card('admin', 'years')];

    expect(created.periods).toEqual([{ period: month, count: 4 }]);
    expect((await card('admin', `months?current=${oak}`)).periods).toEqual([
      { period: month, count: 2 },
    ]);
    expect(printed.periods).toEqual([{ period: month, count: 1 }]);
    expect([created.since.slice(7), printed.since.slice(7)]).toEqual(['-01', '-01']);
    expect(new Date(printed.since).getTime()).toBeGreaterThan(new Date(created.since).getTime());
  });
});

it.each([
  ['writer', 'dear', 404, 'S001'],
  ['writer', 'byShelf', 200, undefined],
  ['writer', 'empty', 404, 'S001'],
  ['admin', 'ofSellers', 404, 'S001'],
  ['admin', 'latest', 404, 'S001'],
  ['admin', 'nothing', 404, 'S001'],
  ['admin', 'books?page=1', 400, 'Q001'],
  ['admin', 'books?current=a/b', 400, 'Q004'],
])('answers %s for %s with %i %s', async (as, path, status, code) => {
  const answer = await api.call('GET', `/api/dashboard/${path}`, { as });

  expect([answer.status, answer.json.code]).toEqual([status, code]);
});

it('an unknown card is reported', async () => {
  const { json } = await api.call('GET', '/api/dashboard/nothing', { as: 'admin' });

  expect(json.problems).toEqual([{ code: 'S001', path: 'card', message: 'does not exist' }]);
});

it('a card that takes too long is reported', async () => {
  const slow = await api.services.store.inTime(20, (_, sql) => sql.query('select pg_sleep(5)'));
  const quick = await api.services.store.inTime(5_000, (store) =>
    store.count(descriptor.resources.get('books')!),
  );

  expect([slow, quick]).toEqual([undefined, 4]);
});
