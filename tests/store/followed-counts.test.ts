import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Filter, ListQuery } from '../../src/descriptor/filter/filter.ts';
import { forgetTotals } from '../../src/store/schema/plan/apply-plan.ts';
import type { Store } from '../../src/store/store.ts';
import { eraseValues } from '../../src/store/system/past/erase.ts';
import { readPlan } from '../support/read-plan.ts';
import { nobody, openTestStore, type TestStore } from '../support/store.ts';

const RECORDS = 3_000;
const KINDS = ['a', 'b', 'c'];

let db: TestStore;
let other: pg.Client;
const sent = vi.spyOn(pg.Client.prototype, 'query');

beforeAll(async () => {
  db = await openTestStore(
    {
      groups: { fields: { name: { type: 'text' } } },
      things: {
        fields: {
          kind: { type: 'choice', choices: KINDS.map((value) => ({ value })) },
          size: { type: 'number', integer: true },
          day: { type: 'date' },
          tags: { type: 'tags' },
          groups: { type: 'references', to: 'groups' },
          note: { type: 'text' },
        },
      },
    },
    { facetBudget: 20_000 },
  );
  other = new pg.Client({ connectionString: db.url });
  await other.connect();
  await db.store.writeMany(
    db.resource('groups'),
    ['x', 'y'].map((id) => ({ id, values: {} })),
    nobody,
  );
  await db.store.writeMany(
    db.resource('things'),
    Array.from({ length: RECORDS }, (_, at) => ({ id: `t${at}`, values: valuesFor(at) })),
    nobody,
  );
  await db.database.query('analyze');
});
afterAll(async () => {
  await other.end();
  await db.close();
});
beforeEach(() => {
  sent.mockClear();
});

/** Values by a number, so that a seed decides all; some are empty. */
function valuesFor(n: number): Record<string, unknown> {
  return {
    kind: n % 4 === 3 ? null : KINDS[n % 4],
    size: n % 5 === 4 ? null : n % 7,
    day: n % 6 === 5 ? null : `${2020 + (n % 3)}-03-0${1 + (n % 9)}`,
    tags: ['u', 'v', 'w'].slice(0, n % 3),
    groups: ['x', 'y'].slice(n % 3),
    note: `note ${n}`,
  };
}

/** A sequence of numbers below a bound, the same in each run. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

type Question = { filter?: Filter; sql: string };

const small: Filter = { path: 'size', operator: 'lt', operands: [4] };
const questions: readonly Question[] = [
  { sql: 'true' },
  { filter: { path: 'kind', operator: 'eq', operands: ['b'] }, sql: `r.kind = 'b'` },
  { filter: { path: 'kind', operator: 'null', operands: [true] }, sql: 'r.kind is null' },
  {
    filter: { or: [{ path: 'tags', operator: 'eq', operands: ['v'] }, { not: small }] },
    sql: `('v' = any(r.tags) or (r.size < 4) is not true)`,
  },
  {
    filter: { path: 'groups', operator: 'eq', operands: ['x'] },
    sql: `exists (select from things__groups g where g.owner = r._id and g.target = 'x')`,
  },
];

const restricted = (): Store =>
  db.store.restrictedTo({
    role: 'some',
    descriptor: db.descriptor,
    rowsOf: (of) => (of.name === 'things' ? { see: small } : undefined),
  });

const readers: readonly { store: () => Store; sql: string }[] = [
  { store: () => db.store, sql: 'true' },
  { store: restricted, sql: 'r.size < 4' },
];

function list(store: Store, query: Partial<ListQuery> = {}) {
  const whole = { sort: [], page: 1, perPage: 5, total: 'exact', ...query } as const;
  return store.list(db.resource('things'), whole);
}

const FACETS = ['kind', 'tags', 'day', 'groups'] as const;
const VALUES: Record<(typeof FACETS)[number], string> = {
  kind: 'select r.kind as v from things r',
  tags: 'select m as v from things r left join lateral unnest(r.tags) m on true',
  day: 'select extract(year from r.day)::int as v from things r',
  groups: 'select g.target as v from things r left join things__groups g on g.owner = r._id',
};

async function askAll(): Promise<void> {
  for (const { store } of readers)
    for (const { filter } of questions) {
      await list(store(), filter && { filter });
      await store().facets(db.resource('things'), FACETS, filter ? { filter } : {}, undefined);
    }
}

/** All that the store tells which counting does not: reader, question and both answers. */
async function findDifferences(): Promise<unknown[]> {
  const differences: unknown[] = [];
  const compare = (about: string, told: unknown, counted: unknown) => {
    if (JSON.stringify(told) !== JSON.stringify(counted))
      differences.push({ about, told, counted });
  };
  for (const reader of readers) {
    const store = reader.store();
    for (const { filter, sql } of questions) {
      const where = `where ${reader.sql} and ${sql}`;
      const { rows } = await other.query(`select count(*)::int as count from things r ${where}`);
      compare(`total where ${sql}`, (await list(store, filter && { filter })).total, rows[0].count);
      const facets = await store.facets(
        db.resource('things'),
        FACETS,
        filter ? { filter } : {},
        undefined,
      );
      for (const [at, path] of FACETS.entries()) {
        const counted = await other.query(
          `select v, count(*)::int as n from (${VALUES[path]} ${where}) x group by v order by v nulls first`,
        );
        const facet = facets[at]!;
        if (facet.kind === 'histogram') throw new Error('no histogram was asked');
        const told = [
          ...(facet.empty === 0 ? [] : [[null, facet.empty]]),
          ...facet.values
            .map(({ value, count }) => [value, count])
            .sort(([one], [two]) => (one! < two! ? -1 : 1)),
        ];
        compare(
          `${path} where ${sql}`,
          told,
          counted.rows.map(({ v, n }) => [v, n]),
        );
      }
    }
  }
  return differences;
}

let created = 0;

/** One of the ways in which records change. */
async function writeSomething(random: (below: number) => number): Promise<unknown> {
  const things = db.resource('things');
  const id = `t${random(40)}`;
  const values = valuesFor(random(1_000));
  switch (random(7)) {
    case 0:
      return await db.store.create(things, values, nobody, `n${created++}`);
    case 1:
      return await db.store.remove(things, id, '*', nobody);
    case 2:
      // The same `_id` again, as a restore from the trash does it.
      return await db.store.writeMany(things, [{ id, values }], nobody);
    case 3:
      return await db.store.writeMany(
        things,
        Array.from({ length: 20 }, (_, at) => ({ id: `m${created++}`, values: valuesFor(at) })),
        nobody,
      );
    case 4:
      return await db.store.removeMany(
        things,
        [
          { id, expected: '*' },
          { id: `n${random(30)}`, expected: '*' },
        ],
        nobody,
      );
    case 5:
      return await db.store
        .transaction(async (store) => {
          await store.update(things, id, '*', values, nobody);
          await store.create(things, values, nobody, `n${created++}`);
          if (random(2) === 0) throw new Error('rolled back');
        })
        .catch(() => undefined);
    default:
      return await db.store.update(things, id, '*', values, nobody);
  }
}

/** Statements that read the history instead of only asking it. */
const followed = () =>
  sent.mock.calls.filter(([query]) => JSON.stringify(query).includes('~changed'));

describe('counts that are brought up to date', () => {
  test.each([1, 2])(
    'are exact after any writes of several connections (%i)',
    async (seed) => {
      const random = createRandom(seed);
      await askAll();

      for (let round = 0; round < 3; round++) {
        // One transaction is open while others count, and commits later.
        await other.query('begin');
        await other.query(`insert into things (_id, kind, size) values ($1, 'a', 1)`, [
          `h${seed}-${round}`,
        ]);
        await other.query(
          `insert into backoffice.history (resource, record_id, operation, version, after) values ('things', $1, 'create', 1, '{}')`,
          [`h${seed}-${round}`],
        );
        await Promise.all([askAll(), ...Array.from({ length: 12 }, () => writeSomething(random))]);
        await other.query(round % 2 === 0 ? 'commit' : 'rollback');
        expect(await findDifferences()).toEqual([]);
      }

      expect(followed().length).toBeGreaterThan(50);
    },
    60_000,
  );

  test('read only the records that have changed', async () => {
    await list(db.store);
    for (const n of [1, 2]) {
      await db.store.update(db.resource('things'), 't50', '*', { kind: KINDS[n] }, nobody);
      await list(db.store);
      await db.store.facets(db.resource('things'), ['kind'], {}, undefined);
    }
    await db.store.update(db.resource('things'), 't50', '*', { kind: 'c' }, nobody);
    sent.mockClear();

    await list(db.store);
    await db.store.facets(db.resource('things'), ['kind'], {}, undefined);

    const [total, facet] = followed().map(([query]) => query as unknown as pg.QueryConfig);
    // The rows of the page, of the facet, and the changes.
    for (const { text, values = [] } of [total!, facet!])
      expect((await readPlan(db.database, text, values)).rows).toBeLessThanOrEqual(50);
  });

  test('count again what the history tells no longer', async () => {
    const things = db.resource('things');
    await askAll();
    await db.store.update(things, 't60', '*', { kind: 'a' }, nobody);
    await askAll();

    await db.store.update(things, 't60', '*', { kind: 'b' }, nobody);
    await db.database.transaction((sql) =>
      eraseValues(sql, db.descriptor, {
        resource: things,
        id: 't60',
        fields: ['kind', 'size'],
        whole: false,
      }),
    );
    expect(await findDifferences()).toEqual([]);

    await db.store.update(things, 't61', '*', { kind: 'a' }, nobody);
    await askAll();
    // A plan changes records without a row of the history for each.
    await db.database.transaction(async (sql) => {
      await sql.query(`update things set kind = 'c' where kind = 'a'`);
      await forgetTotals(sql, ['things']);
    });
    expect(await findDifferences()).toEqual([]);

    await other.query(`update things set size = 0 where size = 6`);
    await db.store.writeMany(
      things,
      Array.from({ length: 1_001 }, (_, at) => ({ id: `many${at}`, values: valuesFor(at) })),
      nobody,
    );
    expect(await findDifferences()).toEqual([]);
  });
});
