import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Filter, ListQuery } from '../../src/descriptor/filter/filter.ts';
import { openDatabase, type Database } from '../../src/store/connection/database.ts';
import { createStore } from '../../src/store/records/create-store.ts';
import { toCountQuery } from '../../src/store/records/list-sql.ts';
import { isToldByHistory } from '../../src/store/records/past/count-since.ts';
import { forgetTotals } from '../../src/store/schema/plan/apply-plan.ts';
import type { Store } from '../../src/store/store.ts';
import { eraseValues } from '../../src/store/system/past/erase.ts';
import {
  createRandom,
  FACETS,
  is,
  openCountedThings,
  randomFilter,
  valuesFor,
  writeSomething,
} from '../support/counted-things.ts';
import { readPlan } from '../support/read-plan.ts';
import { nobody, silent, type TestStore } from '../support/store.ts';

let db: TestStore;
let other: pg.Client;
/** Another server on the same database. */
let secondDatabase: Database;
let second: Store;
const sent = vi.spyOn(pg.Client.prototype, 'query');

const budget = { facetBudget: 20_000 };

beforeAll(async () => {
  db = await openCountedThings(budget);
  other = new pg.Client({ connectionString: db.url });
  await other.connect();
  secondDatabase = await openDatabase({ url: db.url, log: silent });
  second = createStore(secondDatabase, () => db.descriptor, budget);
});
afterAll(async () => {
  await other.end();
  await secondDatabase.close();
  await db.close();
});
beforeEach(() => {
  sent.mockClear();
});

const restricted = (store: Store): Store =>
  store.restrictedTo({
    role: 'some',
    descriptor: db.descriptor,
    rowsOf: ({ name }) =>
      ({ things: { see: is('size', 'lt', 6) }, groups: { see: is('_id', 'eq', 'x') } })[name],
  });
const readers: readonly ((store: Store) => Store)[] = [(store) => store, restricted];

function list(store: Store, query: Partial<ListQuery> = {}) {
  const whole = { sort: [], page: 1, perPage: 5, total: 'exact', ...query } as const;
  return store.list(db.resource('things'), whole);
}

type Asked = { filter?: Filter; facets: readonly string[] };

/** The totals and facets of some questions, for each reader. */
async function answers(store: Store, asked: readonly Asked[]) {
  const all: Record<string, unknown> = {};
  for (const [at, reader] of readers.entries())
    for (const { filter, facets } of asked) {
      const about = `reader ${at}, ${JSON.stringify(filter, (key, value) => (key === 'target' ? value.name : value))}`;
      const query = filter ? { filter } : {};
      all[about] = [
        (await list(reader(store), query)).total,
        await reader(store).facets(db.resource('things'), facets, query, undefined),
      ];
    }
  return all;
}

/** The answers of a server that remembers nothing. */
const counted = (asked: readonly Asked[]) =>
  answers(
    createStore(db.database, () => db.descriptor, budget),
    asked,
  );

/** Statements that read the history instead of only asking it. */
const followed = () =>
  sent.mock.calls.filter(([query]) => JSON.stringify(query).includes('~changed'));

/** What a transaction of ours does, step by step, so that it ends later than others that began after it. */
async function createByHand(client: pg.Client, id: string): Promise<void> {
  await client.query(`insert into things (_id, kind, size) values ($1, 'a', 1)`, [id]);
  await client.query(
    `insert into backoffice.history (resource, record_id, operation, version, after) values ('things', $1, 'create', 1, '{}')`,
    [id],
  );
}

describe('counts that are brought up to date', () => {
  test.each([1, 2])(
    'are what counting says, after any writes of two servers (%i)',
    async (seed) => {
      const random = createRandom(seed);
      const some = () => [0, 1, 2].map(() => FACETS[random(FACETS.length)]!);
      const asked = [
        { facets: FACETS },
        ...Array.from({ length: 9 }, () => ({ filter: randomFilter(db, random), facets: some() })),
      ];
      await answers(db.store, asked);

      for (let round = 0; round < 3; round++) {
        await other.query('begin');
        await createByHand(other, `h${seed}-${round}`);
        const writes = Array.from({ length: 30 }, (_, at) =>
          writeSomething(at % 2 === 0 ? db.store : second, db.resource('things'), random),
        );
        await Promise.all([answers(db.store, asked), ...writes]);
        await other.query(round % 2 === 0 ? 'commit' : 'rollback');
        expect(await answers(db.store, asked)).toEqual(await counted(asked));
      }

      expect(followed().length).toBeGreaterThan(100);
    },
    120_000,
  );

  test('belong to the snapshot of their statement', async () => {
    let isRunning = true;
    const noise = (async () => {
      // Not more than the tests after this one expect of the history.
      for (let n = 0; isRunning && n < 300; n++) {
        await other.query('begin');
        await createByHand(other, `noise ${n}`);
        await other.query(n % 3 === 0 ? 'rollback' : 'commit');
      }
    })();
    const count = () => db.database.value<number>('select count(*)::int from things');

    for (let n = 0; n < 10;) {
      const [before, told, after] = [await count(), (await list(db.store)).total, await count()];
      if (before !== after) continue;
      n++;
      expect(told).toBe(before);
    }
    isRunning = false;
    await noise;
  });

  test('read only the records that have changed', async () => {
    const facet = () => db.store.facets(db.resource('things'), ['kind'], {}, undefined);
    const update = (kind: string) =>
      db.store.update(db.resource('things'), 't50', '*', { kind }, nobody);
    await list(db.store);
    for (const kind of ['a', 'b']) {
      await update(kind);
      await list(db.store);
      await facet();
    }
    await update('c');
    sent.mockClear();

    await list(db.store);
    await facet();

    const statements = followed().map(([query]) => query as unknown as pg.QueryConfig);
    expect(statements).toHaveLength(2);
    // The rows of the page, of the facet, and the changes; PostgreSQL 15 reads the history of this file besides. All
    // records are more than ten times as many.
    for (const { text, values = [] } of statements)
      expect((await readPlan(db.database, text, values)).rows).toBeLessThanOrEqual(1_000);
    // Workers that have nothing to do take longer to start than all of this.
    await other.query(
      'begin; set local parallel_setup_cost = 0; set local parallel_tuple_cost = 0; set local min_parallel_index_scan_size = 0; set local min_parallel_table_scan_size = 0',
    );
    const { text, values } = statements.find((each) => each.text.includes('counted as'))!;
    const { rows } = await other.query(`explain (analyze) ${text}`, values);
    expect(JSON.stringify(rows)).not.toMatch(/Workers Launched: [1-9]/);
    await other.query('rollback');
  });

  test('are only written down where they are remembered', async () => {
    await db.store.facets(db.resource('things'), ['code', 'kind'], {}, undefined);

    const [ofMany, ofFew] = sent.mock.calls
      .map(([query]) => query as unknown as pg.QueryConfig)
      .filter(({ text }) => text?.includes('pg_current_snapshot'))
      .toSorted(({ text }) => (text.includes('code') ? -1 : 1));
    const written = async ({ text, values }: pg.QueryConfig) => {
      const { rows } = await other.query(`explain (analyze, verbose) ${text}`, values);
      const lines = rows.map((row) => String(row['QUERY PLAN']));
      const at = lines.findIndex((line) => line.includes('pg_current_snapshot'));
      return !lines[at - 1]!.includes('never executed');
    };
    expect([await written(ofMany!), await written(ofFew!)]).toEqual([false, true]);
  });

  test.each([
    ['kind', true],
    ['tags', true],
    ['groups', true],
    ['place.city', true],
    ['_id', true],
    ['number', false],
    ['twice', false],
    ['groupName', false],
    ['group.name', false],
    ['parent.kind', false],
    ['createdBy', false],
    ['updatedAt', false],
    ['_version', false],
  ])('can be told by the history for %s: %s', (path, isTold) => {
    const resource = db.resource('things');
    const filter = is(path, 'null', true);
    const question = toCountQuery(resource, { filter }, undefined, { descriptor: db.descriptor });

    expect(isToldByHistory({ resource, filter, paths: [] }, question)).toBe(isTold);
  });

  test('are those of one time zone', async () => {
    const years = async (timeZone: string) => {
      const things = { ...db.resource('things'), timeZone };
      const [facet] = await db.store.facets(things, ['at'], {}, undefined);
      return facet?.kind === 'years' && facet.values.map(({ value }) => value);
    };

    expect(await years('UTC')).toEqual([2021, 2020]);
    expect(await years('Pacific/Auckland')).toEqual([2021]);
  });

  test('are counted again where the history does not tell all', async () => {
    const things = db.resource('things');
    const facets = ['kind', 'size'];
    const asked = [{ facets }, { filter: is('kind', 'in', 'a', 'b'), facets }];
    await answers(db.store, asked);
    await db.store.update(things, 't60', '*', { kind: 'a' }, nobody);
    await answers(db.store, asked);

    await db.store.update(things, 't60', '*', { kind: 'b' }, nobody);
    const erased = { resource: things, id: 't60', fields: ['kind', 'size'], whole: false };
    await db.database.transaction((sql) => eraseValues(sql, db.descriptor, erased));
    expect(await answers(db.store, asked)).toEqual(await counted(asked));

    await db.store.update(things, 't61', '*', { kind: 'b' }, nobody);
    await answers(db.store, asked);
    // A plan changes records without a row of the history for each.
    await db.database.transaction(async (sql) => {
      await sql.query(`update things set kind = 'c' where kind = 'a'`);
      await forgetTotals(sql, ['things']);
    });
    expect(await answers(db.store, asked)).toEqual(await counted(asked));

    const many = Array.from({ length: 1_001 }, (_, at) => ({
      id: `many${at}`,
      values: valuesFor(at),
    }));
    await other.query(`update things set size = 0 where size = 6`);
    await db.store.writeMany(things, many, nobody);
    expect(await answers(db.store, asked)).toEqual(await counted(asked));
  });

  test('are not remembered for fields that are written without history', async () => {
    const users = db.resource('users');
    await db.database.query(
      `insert into users (_id, name) select 'u' || n, 'U' from generate_series(1, 10000) n`,
    );
    const total = async () => {
      const filter = is('lastLoginAt', 'null', true);
      const query = { sort: [], page: 1, perPage: 5, total: 'exact', filter } as const;
      return (await db.store.list(users, query)).total;
    };
    const facet = () => db.store.facets(users, ['lastLoginAt'], {}, undefined);
    expect(await total()).toBe(10_000);
    await facet();

    await db.database.query(`update users set "lastLoginAt" = now() where _id = 'u7'`);

    expect(await total()).toBe(9_999);
    expect(await facet()).toMatchObject([{ empty: 9_999 }]);
  });
});
