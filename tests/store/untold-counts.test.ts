import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Filter } from '../../src/descriptor/filter/filter.ts';
import { createParams } from '../../src/store/connection/sql.ts';
import { createStore } from '../../src/store/records/create-store.ts';
import { stillHolds } from '../../src/store/records/past/count-since.ts';
import type { Store } from '../../src/store/store.ts';
import { openCountedThings } from '../support/counted-things.ts';
import { nobody, type TestStore } from '../support/store.ts';

const budget = { facetBudget: 20_000 };

let db: TestStore;
beforeAll(async () => {
  db = await openCountedThings(budget);
});
afterAll(() => db.close());

/** A server that remembers nothing. */
const fresh = () => createStore(db.database, () => db.descriptor, budget);

async function answers(store: Store) {
  const things = db.resource('things');
  const { total } = await store.list(things, { sort: [], page: 1, perPage: 5, total: 'exact' });
  return [total, await store.facets(things, ['kind'], {}, undefined)];
}

describe('counts that the history does not tell', () => {
  test('are counted again where another server has written the history', async () => {
    const things = db.resource('things');
    const touch = (kind: string) => db.store.update(things, 't70', '*', { kind }, nobody);
    await answers(db.store);
    await touch('a');
    await answers(db.store);
    // A copy of another database has its numbers of transactions.
    await db.database.query(
      `insert into backoffice.history (resource, record_id, operation, version, after, xid)
         select 'things', 't' || n, 'create', 1, '{}', '9000000000' from generate_series(1, 9) n`,
    );
    for (const kind of ['b', 'c']) {
      await touch(kind);
      expect(await answers(db.store)).toEqual(await answers(fresh()));
    }
    await db.database.query(`delete from backoffice.history where xid = '9000000000'`);
  });

  test('hold only on a server that knows the transactions which were counted', async () => {
    const holds = async (xmax: string) => {
      const params = createParams();
      const known = { counted: 1, xmax, running: [], isVague: false, isChanging: false, at: 0 };
      const sql = stillHolds(['things'], known, params);
      return await db.database.value<boolean>(`select ${sql}`, params.values);
    };
    const xmax = 'pg_snapshot_xmax(pg_current_snapshot())';
    const now = await db.database.value<string>(`select ${xmax}::text`);

    expect([await holds(now), await holds(`${Number(now) + 1_000}`)]).toEqual([true, false]);
  });

  test('never tell that fewer records than none have a value', async () => {
    const things = db.resource('things');
    const facet = (store: Store) => store.facets(things, ['note'], {}, undefined);
    await facet(db.store);
    await db.database.query(`insert into things (_id, note) values ('by hand', 'By hand')`);

    await db.store.update(things, 'by hand', '*', { note: null }, nobody);

    expect(await facet(db.store)).toEqual(await facet(fresh()));
  });

  test('depend on all collections that a row rule reads', async () => {
    const [things, groups, users] = ['things', 'groups', 'users'].map(db.resource);
    await db.database
      .query(`insert into users (_id, name) select 'r' || n, 'R' from generate_series(1, 3) n;
      insert into groups (_id, owner) select 'g' || n, 'r' || n from generate_series(1, 3) n;
      insert into things (_id, "group") select 'rule' || n, 'g' || n from generate_series(1, 3) n`);
    const some = { operator: 'gte', operands: [1] } as const;
    const among = { count: { resource: things!, field: 'group' }, ...some };
    const see: Filter = { count: { resource: groups!, field: 'owner' }, ...some, among };
    const reader = db.store.restrictedTo({
      role: 'some',
      descriptor: db.descriptor,
      rowsOf: ({ name }) => (name === 'users' ? { see } : undefined),
    });
    const total = async () =>
      (await reader.list(users!, { sort: [], page: 1, perPage: 1, total: 'exact' })).total;
    expect(await total()).toBe(3);

    await db.store.update(things!, 'rule1', '*', { group: null }, nobody);

    expect(await total()).toBe(2);
  });
});
