import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ListQuery } from '../../src/descriptor/filter/filter.ts';
import { createCounts } from '../../src/store/records/query/counts.ts';
import { nobody, openTestStore, type TestStore } from '../support/store.ts';
import { shapes } from '../support/shapes.ts';

let db: TestStore;
let other: pg.Client;

beforeAll(async () => {
  db = await openTestStore(shapes);
  other = new pg.Client({ connectionString: db.url });
  await other.connect();
  await insert(200);
  await db.database.query('analyze');
});
afterAll(async () => {
  await other.end();
  await db.close();
});

let last = 0;
async function insert(count: number): Promise<void> {
  const writes = Array.from({ length: count }, () => ({
    id: `t${last}`,
    values: { code: `c${last}`, count: last++ % 10 },
  }));
  await db.store.writeMany(db.resource('things'), writes, nobody);
}

const sent = vi.spyOn(pg.Client.prototype, 'query');
beforeEach(() => {
  sent.mockClear();
});

function list(query: Partial<ListQuery> = {}) {
  return db.store.list(db.resource('things'), {
    sort: [],
    page: 1,
    perPage: 5,
    total: 'exact',
    ...query,
  });
}

async function total(query?: Partial<ListQuery>): Promise<number | null> {
  return (await list(query)).total;
}

/** What a transaction of ours does, by hand and step by step. */
async function byHand(id: string): Promise<void> {
  await other.query(`insert into things (_id, code, count) values ($1, $1, 1)`, [id]);
  await other.query(
    `insert into backoffice.history (resource, record_id, operation, version) values ('things', $1, 'create', 1)`,
    [id],
  );
}

describe('the total of a list', () => {
  test('is read with the rows by one statement', async () => {
    await total();
    await total({ page: 3, sort: [{ path: 'count', descending: true }] });
    await total({ filter: { path: 'count', operator: 'eq', operands: [1] }, q: 'c1' });
    await total({ total: 'none' });

    expect(sent).toHaveBeenCalledTimes(4);
  });

  test('is not counted again while nothing has changed', async () => {
    await total();
    await total({ page: 2 });

    const counted = sent.mock.calls.map(([query]) => JSON.stringify(query));

    expect(counted[1]).toMatch(/\b200\]/);
  });

  test('is correct after each write, for any page and order', async () => {
    const before = (await total())!;

    await insert(1);
    expect(await total()).toBe(before + 1);
    await db.store.remove(db.resource('things'), `t${last - 1}`, '*', nobody);
    expect(await total({ page: 2, sort: [{ path: 'code', descending: true }] })).toBe(before);
    const ones = (await total({ filter: { path: 'count', operator: 'eq', operands: [1] } }))!;
    await db.store.update(db.resource('things'), 't1', '*', { count: 5 }, nobody);
    expect(await total({ filter: { path: 'count', operator: 'eq', operands: [1] } })).toBe(
      ones - 1,
    );
    await db.store.update(db.resource('things'), 't1', '*', { count: 1 }, nobody);
  });

  test('counts committed records only', async () => {
    const before = (await total())!;

    await other.query('begin');
    await byHand('slow');
    expect(await total()).toBe(before);
    // Another one, which began later, is there first.
    await insert(1);
    expect(await total()).toBe(before + 1);
    await other.query('commit');

    expect(await total()).toBe(before + 2);
    expect(await total({ page: 2 })).toBe(before + 2);
  });

  test('is exact through many simultaneous writes, some slow and some rolled back', async () => {
    const slow = new pg.Client({ connectionString: db.url });
    await slow.connect();
    let running = true;
    const noise = (async () => {
      for (let n = 0; running; n++) {
        await slow.query('begin');
        await slow.query(`insert into things (_id, code) values ($1, $1)`, [`noise ${n}`]);
        await slow.query(
          `insert into backoffice.history (resource, record_id, operation, version) values ('things', $1, 'create', 1)`,
          [`noise ${n}`],
        );
        await slow.query('select pg_sleep(0.003)');
        await slow.query(n % 3 === 0 ? 'rollback' : 'commit');
      }
    })();

    for (let n = 0; n < 100; n++) {
      // Both in one snapshot: what the list says, and what counting says.
      const [told, counted] = await inOneSnapshot();
      expect(told).toBe(counted);
    }
    running = false;
    await noise;
    await slow.end();
  });

  test('of a result on one page needs no counting', async () => {
    const answer = await list({ perPage: 1000 });

    expect(answer.total).toBe(answer.count);
    expect(answer.next).toBeNull();
  });

  test('is also returned behind the last page', async () => {
    const all = await total();

    const { json, ...rest } = await list({ page: 900 });

    expect(json.toString()).toBe('[]');
    expect(rest).toMatchObject({ count: 0, total: all, next: null });
  });
});

describe('an estimated total', () => {
  test('is exact when it is small', async () => {
    expect(await list({ total: 'estimate' })).toMatchObject({
      total: await total(),
      totalIsEstimate: false,
    });
  });

  test.each([
    [10_000, { total: 10_000, totalIsEstimate: false }],
    [10_001, { totalIsEstimate: true }],
  ])('of %i is shown as %j', async (count, told) => {
    const name = `edge of ${count}`;
    await other.query(
      `insert into things (_id, code) select $1 || n, $1 || n from generate_series(1, $2::int) n`,
      [name, count],
    );
    const filter = { path: 'code', operator: 'starts' as const, operands: [name] };

    const answer = await list({ filter, total: 'estimate' });
    await other.query(`delete from things where starts_with(code, $1)`, [name]);

    expect(answer).toMatchObject(told);
  });

  test('is the estimate of the planner when it is large, and marked', async () => {
    // Past the time a call may take, on a slow machine.
    await other.query(
      `insert into things (_id, code) select 'many ' || n, 'many ' || n from generate_series(1, 30000) n`,
    );
    await other.query('analyze things');
    const fresh = { filter: { path: 'code', operator: 'nnull' as const, operands: [] } };

    const answer = await list({ ...fresh, total: 'estimate' });

    expect(answer.totalIsEstimate).toBe(true);
    expect(answer.total).toBeGreaterThan(25_000);
    expect(answer.total).toBeLessThan(35_000);
    // Counted by hand: they got into the table past the history.
    const { rows } = await db.database.query('select count(*) from things');
    const all = Number(rows[0]!.count);
    // Asked again, it is remembered; a page that holds the last ones, and an exact one, still tell the truth.
    expect(await list({ ...fresh, total: 'estimate', page: 2 })).toMatchObject({
      total: answer.total,
      totalIsEstimate: true,
    });
    expect(await list({ ...fresh, total: 'estimate', page: 31, perPage: 1000 })).toMatchObject({
      total: all,
      totalIsEstimate: false,
    });
    expect(await list({ ...fresh, total: 'estimate', perPage: all })).toMatchObject({
      total: all,
      totalIsEstimate: false,
    });
    expect(await list({ ...fresh, total: 'exact' })).toMatchObject({
      total: all,
      totalIsEstimate: false,
    });
    await db.database.query(`delete from things where code like 'many%'`);
  });
});

describe('a remembered total', () => {
  const counting = { isReplica: false, way: 'counted', from: undefined } as const;

  test('is counted again after a minute, for changes by others', () => {
    let now = 0;
    const { totals } = createCounts(() => now);

    totals.keep('q', 5, { ...counting, snapshot: '10:20:12,15' });
    expect(totals.find('q')).toMatchObject({ counted: 5, xmax: '20', running: ['12', '15'] });
    now = 50_000;
    const from = totals.find('q')!;
    // Others have pushed it out of the memory meanwhile.
    for (let n = 0; n < 2_000; n++) totals.keep(`q${n}`, n, { ...counting, snapshot: '10:20:' });
    totals.keep('q', 6, { snapshot: '30:30:', isReplica: false, way: 'followed', from });
    expect(totals.find('q')).toMatchObject({ counted: 6, xmax: '30' });
    now = 60_000;
    expect(totals.find('q')).toBeUndefined();
  });

  test('of a replica does not trust a transaction that was possibly running', () => {
    const { totals } = createCounts(() => 0);

    totals.keep('q', 5, { ...counting, snapshot: '10:20:', isReplica: true });

    expect(totals.find('q')).toMatchObject({ xmax: '10', running: [], isVague: true });
  });
});

async function inOneSnapshot(): Promise<[number | null, number]> {
  for (;;) {
    const [before, told, after] = [await counted(), await total(), await counted()];
    if (before === after) return [told, before];
  }
}

async function counted(): Promise<number> {
  const { rows } = await other.query('select count(*)::int as count from things');
  return rows[0].count;
}
