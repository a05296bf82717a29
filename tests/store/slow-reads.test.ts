import { afterAll, afterEach, expect, test } from 'vitest';
import type { Filter, ListQuery } from '../../src/descriptor/filter/filter.ts';
import { createStore } from '../../src/store/records/create-store.ts';
import { createSlowReads } from '../../src/store/records/sql/slow-reads.ts';
import { purges, runDueTasks } from '../../src/store/system/scheduled/run-due-tasks.ts';
import { shapes } from '../support/shapes.ts';
import { nobody, openTestStore } from '../support/store.ts';

const list = { columns: ['code'], filters: ['day'], sort: 'label,-count' };
const resources = { ...shapes, things: { ...shapes.things, list } };

const db = await openTestStore(resources);
afterEach(() => db.database.query('truncate backoffice.slow_reads'));
afterAll(() => db.close());

const by = (path: string, filter?: Filter): ListQuery => {
  const sort = [
    { path, descending: false },
    { path: 'count', descending: true },
  ];
  return { sort, page: 1, perPage: 10, total: 'none', ...(filter && { filter }) };
};
const leaf = (path: string, operator: any, ...operands: unknown[]) => ({
  path,
  operator,
  operands,
});

/** The saved counts: path, use, count, slowest. */
async function saved(): Promise<unknown[][]> {
  const rows = await db.database.rows(
    `select path, use, count, slowest from backoffice.slow_reads where resource = 'things' order by path, use`,
  );
  return rows.map((row) => Object.values(row));
}

/** What one slow list adds. */
async function usesOf(query: ListQuery): Promise<unknown[]> {
  const reads = createSlowReads();
  reads.add(db.resource('things'), query, 300);
  await reads.write(db.database);
  const found = (await saved()).map(([path, use]) => `${String(path)} ${String(use)}`);
  await db.database.query('truncate backoffice.slow_reads');
  return found;
}

test('a slow list records the fields that it sorts and filters by without an index', async () => {
  const or = { or: [leaf('count', 'gt', 1), leaf('story', 'contains', 'x')] };

  expect(await usesOf(by('weight'))).toEqual(['weight sort']);
  expect(await usesOf(by('label'))).toEqual([]);
  expect(await usesOf(by('label', { and: [or, leaf('sizes', 'in', [10])] }))).toEqual([
    'count filter',
    'sizes filter',
    'story text',
  ]);
});

test('a slow list with an index on each field records one filter with the order', async () => {
  const day = leaf('day', 'eq', '2001-01-01');

  expect(await usesOf(by('label', day))).toEqual(['day,label both']);
  expect(await usesOf(by('label', { and: [leaf('day', 'in', '2001-01-01')] }))).toEqual([
    'day,label both',
  ]);
  expect(await usesOf(by('weight', day))).toEqual(['weight sort']);
  expect(await usesOf(by('label', leaf('day', 'in', '2001-01-01', '2002-01-01')))).toEqual([]);
  expect(await usesOf(by('label', leaf('day', 'gt', '2001-01-01')))).toEqual([]);
  expect(await usesOf(by('label', { or: [day, day] }))).toEqual([]);
  expect(await usesOf(by('day', day))).toEqual([]);
  expect(await usesOf({ ...by('label', day), asOf: '2026-01-01T00:00:00Z' })).toEqual([]);
});

test('conditions that no index would help are not recorded', async () => {
  const filter = {
    and: [
      leaf('count', 'neq', 1),
      leaf('weight', 'nnull'),
      { not: leaf('weight', 'eq', 1) },
      leaf('count', 'gt', { field: 'level' }),
    ],
  };

  expect(await usesOf(by('code', filter))).toEqual([]);
  expect(await usesOf(by('code', leaf('weight', 'null')))).toEqual(['weight filter']);
  expect(await usesOf({ ...by('weight'), asOf: '2026-01-01T00:00:00Z' })).toEqual([]);
});

test('servers add up, and count what they could not save with the next', async () => {
  const [one, other] = [createSlowReads(), createSlowReads()];
  const things = db.resource('things');
  one.add(things, by('weight'), 250);
  one.add(things, by('weight'), 900);
  one.add(things, by('weight'), 199);
  other.add(things, by('weight'), 400);
  const failing = { ...db.database, query: () => Promise.reject(new Error('not now')) };

  await expect(one.write(failing)).rejects.toThrow('not now');
  await one.write(db.database);
  await other.write(db.database);
  await one.write(db.database);

  expect(await saved()).toEqual([['weight', 'sort', 3, 900]]);
});

test('counts of the last thirty days are kept', async () => {
  await db.database.query(
    `insert into backoffice.slow_reads select 'things', path, 'sort', 1, 300, now() - age
     from (values ('weight', interval '29 days'), ('count', interval '31 days')) as v (path, age)`,
  );

  await runDueTasks(purges, db, { info() {}, error() {} });

  expect(await saved()).toEqual([['weight', 'sort', 1, 300]]);
});

test('only the time of the database counts, not that of others before', async () => {
  const slow = await openTestStore(resources);
  const reads = createSlowReads();
  const store = createStore(slow.database, () => slow.descriptor, { slowReads: reads });
  const things = slow.resource('things');
  await store.create(things, { code: 'a', weight: 1 }, nobody);
  const counted = async () => {
    await reads.write(slow.database);
    return await slow.database.rows('select path, use, count::int from backoffice.slow_reads');
  };
  try {
    // Every connection of lists is in use for longer than a list may take.
    const busy = Array.from({ length: 12 }, () =>
      slow.database.for('list').query('select pg_sleep(0.4)'),
    );
    await store.list(things, by('weight'));
    await Promise.all(busy);
    expect(await counted()).toEqual([]);

    await slow.database.query(
      `alter table things rename to real_things;
       create view things as select * from real_things where pg_sleep(0.25) is not null`,
    );
    await store.list(things, by('weight'));
    expect(await counted()).toEqual([{ path: 'weight', use: 'sort', count: 1 }]);
  } finally {
    await slow.close();
  }
});
