import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApi } from '../support/api.ts';
import { openNumberedShop, range, year, type NumberedShop } from '../support/numbered-shop.ts';

let shop: TestApi;
let { post, create, numbers } = {} as NumberedShop;
beforeAll(async () => {
  ({ shop, post, create, numbers } = await openNumberedShop());
});
afterAll(() => shop.close());

describe('twenty writers at the same time', () => {
  test.each(['orders', 'tickets', 'invoices'])(
    'never get the same number of %s',
    async (resource) => {
      const before = await numbers(resource);

      const made = await Promise.all(range(20).map(() => create(resource)));

      expect(new Set(made.map(({ number }) => number)).size).toBe(20);
      expect(await numbers(resource)).toHaveLength(before.length + 20);
    },
  );

  test('leave no gap where writes fail, if the field is gapless', async () => {
    const where = `number like '${year}-%'`;
    const first = (await numbers('invoices', 'number', where)).length + 1;
    await create('invoices', { name: 'taken' });
    const answers = await Promise.all(
      range(20).map((at) => post('invoices', { name: at % 2 === 0 ? 'taken' : `free ${at}` })),
    );

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(10);
    expect(await numbers('invoices', 'number', where)).toEqual(
      range(first + 10).map((n) => `${year}-${String(n).padStart(4, '0')}`),
    );
  });

  test('do not wait for a running write if the field may have gaps', async () => {
    const waiting = shop.database.transaction(async (sql) => {
      await sql.query(`insert into tickets (_id, name) values ('slow', 'slow')`);
      const other = await create('tickets');
      await sql.query(`insert into tickets (_id, name) values ('slower', 'slow')`);
      return other;
    });

    const other = await waiting;

    const slow = await numbers('tickets', 'number', `name = 'slow'`);
    expect(slow).toHaveLength(2);
    expect(slow).not.toContain(other.number);
  });

  test('get numbers from 1 in a new count, also if the first write fails', async () => {
    const { _id } = await create('orders');
    const lines = await Promise.all(range(20).map(() => create('lines', { order: _id })));

    expect(lines.map(({ position }) => Number(position)).toSorted((a, b) => a - b)).toEqual(
      range(20),
    );

    await expect(
      shop.database.transaction(async (sql) => {
        await sql.query(`insert into tickets (_id, "createdAt") values ('lost', '2001-01-01Z')`);
        throw new Error('lost');
      }),
    ).rejects.toThrow('lost');
    await shop.database.query(
      `insert into tickets (_id, "createdAt") values ('found', '2001-01-01Z')`,
    );
    expect(await numbers('tickets', 'number', `_id = 'found'`)).toEqual(['2001/1']);
  });
});

describe('one statement', () => {
  const dated = (at: number) => `2010-${String(at).padStart(4, '0')}`;

  test('numbers 20,000 records without a gap, and the next writer continues', async () => {
    await shop.database.query(
      `insert into invoices (_id, "createdAt") select 'many' || n, '2011-01-01Z' from generate_series(1, 20000) n`,
    );
    await shop.database.query(
      `insert into invoices (_id, "createdAt") values ('many', '2011-01-01Z')`,
    );

    const found = await numbers('invoices', 'number', `_id like 'many%'`);
    expect(found).toEqual(range(20_001).map((n) => `2011-${String(n).padStart(4, '0')}`));
  });

  test('numbers alternating records of a thousand parents', async () => {
    await shop.database.query(
      `insert into orders (_id, name) select 'p' || n, 'p' || n from generate_series(1, 1000) n`,
    );
    for (const rows of ['a', 'b'])
      await shop.database.query(
        `insert into lines (_id, "order") select '${rows}' || n, 'p' || 1 + n % 1000 from generate_series(1, 5000) n`,
      );

    const { rows } = await shop.database.query<{ positions: string; orders: number }>(
      `select positions, count(*)::int as orders from (
         select string_agg(position, ' ' order by position::int) as positions from lines
         where "order" like 'p%' group by "order") x group by 1`,
    );
    expect(rows).toEqual([{ positions: range(10).join(' '), orders: 1000 }]);
  });

  test('continues after the numbers of its records', async () => {
    await shop.database.query(
      `insert into invoices (_id, "createdAt", number) values
         ('bring1', '2010-01-01Z', null), ('bring2', '2010-01-01Z', '${dated(10)}'),
         ('bring3', '2010-01-01Z', null), ('bring4', '2010-01-01Z', '${dated(5)}'),
         ('bring5', '2010-01-01Z', null)`,
    );
    await shop.database.query(
      `insert into invoices (_id, "createdAt") values ('bring6', '2010-01-01Z')`,
    );

    expect(await numbers('invoices', 'number', `_id like 'bring%'`)).toEqual(
      [1, 5, 10, 11, 12, 13].map(dated),
    );
  });

  test('returns its numbers if it is rolled back to a savepoint', async () => {
    const add = (ids: string) =>
      `insert into invoices (_id, "createdAt") select 'save' || n, '2012-01-01Z' from unnest(array[${ids}]) n`;
    await shop.database.transaction(async (sql) => {
      await sql.query(add('1, 2, 3'));
      await sql.query('savepoint before');
      await sql.query(add('4, 5, 6'));
      await sql.query('rollback to before');
      await sql.query(add('7, 8'));
    });
    await shop.database.query(add('9'));

    const found = await numbers('invoices', 'number', `_id like 'save%'`);
    expect(found).toEqual(range(6).map((n) => `2012-${String(n).padStart(4, '0')}`));
  });
});
