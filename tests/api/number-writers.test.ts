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

  test('do not wait for a write that is under way, if the field may have gaps', async () => {
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

  test('get numbers from the first one in a new count, also if it fails', async () => {
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
