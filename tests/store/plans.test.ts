import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Filter, ListQuery } from '../../src/descriptor/filter/filter.ts';
import type { Operator } from '../../src/fields/type/operators.ts';
import { parseRecords } from '../../src/store/memory/free-memory.ts';
import type { KnownTotal } from '../../src/store/records/total-sql.ts';
import { updateManyText } from '../../src/store/records/sql/write-many-sql.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { toIndexes } from '../../src/store/schema/tables/to-indexes.ts';
import { readPlan } from '../support/read-plan.ts';
import { shapes } from '../support/shapes.ts';
import type { TestStore } from '../support/store.ts';
import { explainList, openManyThings } from '../support/many-things.ts';

let db: TestStore;

beforeAll(async () => {
  db = await openManyThings();
}, 120_000);
afterAll(() => db.close());

const sort = [{ path: 'label', descending: false }];
const page: ListQuery = { sort, page: 1, perPage: 25, total: 'none' };
const sortOf = (paths: readonly string[]) =>
  paths.map((path) => ({ path: path.replace('-', ''), descending: path.startsWith('-') }));
const by = (path: string, descending = false) => ({ ...page, sort: [{ path, descending }] });
const where = (path: string, operator: any, ...operands: unknown[]) => ({
  ...page,
  filter: { path, operator, operands },
});

const questions: [name: string, query: ListQuery, index: string][] = [
  ['the order of a field behind a reference', by('owner.name', true), 'owners.name.filter'],
  ['its own order', { ...page, sort: sortOf(['label', '-count']) }, 'things.sort'],
  ['a column, rising', by('label'), 'things.sort'],
  ['a column, falling, with empty values', by('label', true), 'things.sort'],
  ['a number, falling', by('weight', true), 'things.weight.filter'],
  ['a unique column', by('code', true), 'things.code.unique'],
  [
    'a reference by its id',
    { ...page, sort: [{ path: 'owner', descending: true, byId: true }] },
    'things.owner.filter',
  ],
  ['one value', where('day', 'eq', '2001-01-01'), 'things.day.filter'],
  ['one of some values', where('day', 'in', '2001-01-01', '2002-02-02'), 'things.day.filter'],
  [
    'what begins and ends between',
    where('day', 'between', '2001-01-01', '2001-01-03'),
    'things.day.filter',
  ],
  ['one unique value', where('code', 'eq', 'code 77'), 'things.code.unique'],
  ['a reference', where('owner', 'eq', 'o77'), 'things.owner.filter'],
  ['a reference of many', where('helpers', 'eq', 'o77'), 'things__helpers.target.key'],
  ['a member of a list', where('words', 'eq', 'word50'), 'things.words'],
  ['a part of an object', where('box.name', 'eq', 'box 77'), 'things.box.name.filter'],
  // One row has it: with more, the plan depends on whether the sample of ANALYZE holds one of them.
  ['a word', { ...page, q: '49998' }, 'things.words'],
  ['two words', { ...page, q: 'code 49997' }, 'things.words'],
  ['a part of a text', where('code', 'contains', '49997'), 'things.words'],
  ['the end of a text', where('code', 'ends', '49997'), 'things.words'],
  [
    'the empty ones',
    { ...where('label', 'null'), sort: sortOf(['label', '-count']) },
    'things.sort',
  ],
];

describe('a list uses the index made for', () => {
  test.each(questions)('%s', async (_, query, index) => {
    const plan = await explain(query);

    expect(plan.indexes).toContain(index);
    expect(plan.rows).toBeLessThan(1_500);
  });
});

test('a filter and an order use their composite index', async () => {
  const indexes = [['count', 'weight']];
  const resources = { ...shapes, things: { ...shapes.things, indexes } };
  const things = toDescriptor({ resources }).resources.get('things')!;
  const { name, definition } = toIndexes(things).find((one) => one.name.endsWith('.composite'))!;
  await db.database.query(`create index "${name}" on things ${definition}`);
  const query = { ...where('count', 'eq', 7), sort: sortOf(['-weight']) };

  const plan = await explain(query, undefined, things);
  await db.database.query(`drop index "${name}"`);

  expect(plan.indexes).toContain('things.count+weight.composite');
  expect(plan.rows).toBeLessThan(50);
});

test.each<[string, string, boolean]>([
  ['rising', 'level', false],
  ['falling', 'level', true],
  ['with empty values', 'weight', false],
])(
  'a first page by a frequent value does not sort all of them: %s',
  async (_, path, descending) => {
    expect((await explain(by(path, descending))).rows).toBeLessThan(500);
  },
);

describe('a list with a filter on other records uses the indexes of both', () => {
  const is = (path: string, operator: Operator, ...operands: unknown[]) => ({
    path,
    operator,
    operands,
  });
  test.each<[string, string, () => Filter, string[]]>([
    [
      'through a reference to few',
      'things',
      () => ({
        through: 'owner',
        target: db.resource('owners'),
        some: is('name', 'eq', 'owner 7'),
      }),
      ['owners.name.filter', 'things.owner.filter'],
    ],
    [
      'through references to few',
      'things',
      () => ({
        through: 'helpers',
        target: db.resource('owners'),
        some: is('name', 'eq', 'owner 7'),
      }),
      ['owners.name.filter', 'things__helpers.target.key'],
    ],
    [
      'beside a filter of its own',
      'things',
      () => ({
        and: [
          is('code', 'eq', 'code 77'),
          { through: 'owner', target: db.resource('owners'), some: is('name', 'starts', 'owner') },
        ],
      }),
      ['things.code.unique'],
    ],
    [
      'by a count, beside a filter of its own',
      'owners',
      () => ({
        and: [
          is('name', 'eq', 'owner 7'),
          {
            count: { resource: db.resource('owners'), field: 'boss' },
            operator: 'eq',
            operands: [0],
          },
        ],
      }),
      ['owners.name.filter'],
    ],
  ])('%s', async (_, name, filter, indexes) => {
    const query: ListQuery = { ...page, sort: [], filter: filter() };

    const plan = await explain(query, undefined, db.resource(name));

    expect(plan.indexes).toEqual(expect.arrayContaining(indexes));
    expect(plan.rows).toBeLessThan(2_500);
  });
});

test.each([
  ['rising', [{ path: 'label', descending: false }]],
  ['falling', [{ path: 'weight', descending: true }]],
  ['by its own order', sortOf(['label', '-count'])],
  ['by what many share', [{ path: 'count', descending: false }]],
])(
  'a cursor costs the same at any depth, %s',
  async (_, sort) => {
    const query = { ...page, sort, perPage: 2000 };
    let after: string | null = null;
    const costs: number[] = [];

    for (let depth = 0; depth < 50; depth++) {
      const asked: ListQuery = after === null ? query : { ...query, after };
      if (depth % 12 === 11) costs.push((await explain({ ...asked, perPage: 25 })).rows);
      after = (await db.store.list(db.resource('things'), asked)).next;
    }

    expect(after).toBeNull();
    expect(Math.max(...costs)).toBeLessThan(500);
  },
  60_000,
);

test.each([false, true])('a page far down has its records, falling: %s', async (descending) => {
  const read = async (page: number, perPage: number) => {
    const query = { ...by('label', descending), page, perPage, fields: ['_id'] };
    return parseRecords(await db.store.list(db.resource('things'), query));
  };
  // From 990 rows on each is read whole, from 1,000 on by its place in the index.
  const whole = await read(2, 990);
  expect(await read(11, 100)).toEqual(whole.slice(10, 110));
  expect(await read(3_998, 25)).toHaveLength(25);
});

const orders: [name: string, ...paths: string[]][] = [
  ['by what few share, then rising', 'count', 'weight'],
  ['falling, then the other way, with empty values', '-label', 'count'],
  ['into the empty values', 'weight', '-day'],
];

test.each(orders)('a page far down by two keys has its records: %s', async (_, ...paths) => {
  const keys = sortOf(paths).map(
    ({ path, descending }) => `${path} ${descending ? 'desc nulls last' : ''}`,
  );
  const last = paths[0]!.startsWith('-') ? '_id desc' : '_id';
  const { rows } = await db.database.query<{ _id: string }>(
    `select _id from things order by ${[...keys, last].join(', ')}`,
  );

  for (const number of [41, 2_000, 2_668, 3_001, 4_000, 4_001]) {
    const query = { ...page, sort: sortOf(paths), page: number, fields: ['_id'] };
    const list = await db.store.list(db.resource('things'), query);

    const ids = parseRecords(list).map(({ _id }) => ({ _id }));
    expect(ids).toEqual(rows.slice((number - 1) * 25, number * 25));
  }
});

test('a page far down by two keys reads those that share the first, not all before', async () => {
  await db.database.alone((sql) => sql.query('vacuum things'));
  for (const sort of [sortOf(['count', 'weight']), sortOf(['-label', 'weight'])]) {
    const { fetched } = await explain({ ...page, sort, page: 2_000 });

    expect(fetched).toBeLessThan(1_000);
  }
});

test('a change of a thousand records reads each a few times, not all for each', async () => {
  const things = db.resource('things');
  const input = Array.from({ length: 1_000 }, (_, n) => ({ _id: `t${n + 1}`, count: n }));

  const { rows } = await readPlan(db.database, updateManyText(things, ['count']), [
    JSON.stringify(input),
    null,
    'api',
    null,
    null,
  ]);

  expect(rows).toBeLessThan(5_000);
});

test('the newest change is found in a long history', async () => {
  await db.database.query(
    `insert into backoffice.history (resource, record_id, operation, version, xid)
     select 'things', 't' || n, 'update', 1, '3'::xid8 from generate_series(1, 20000) n`,
  );
  await db.store.list(db.resource('things'), { ...page, total: 'exact' });
  const xmax = await db.database.value<string>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text',
  );

  const { indexes, rows } = await explain(
    { ...page, total: 'exact' },
    {
      counted: 100_000,
      xmax,
      running: ['800000000'],
      isVague: false,
      isChanging: false,
      isFollowed: false,
      at: 0,
    },
  );

  expect(indexes).toContain('history_of_resource');
  expect(rows).toBeLessThan(200);
});

/** The indexes a list uses, and the rows it reads. */
function explain(query: ListQuery, known?: KnownTotal, resource = db.resource('things')) {
  return explainList(db, query, known, resource);
}
