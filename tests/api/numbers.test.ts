import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApi } from '../support/api.ts';
import { openNumberedShop, range, year, type NumberedShop } from '../support/numbered-shop.ts';

let shop: TestApi;
let { post, create, numbers } = {} as NumberedShop;
beforeAll(async () => {
  ({ shop, post, create, numbers } = await openNumberedShop());
});
afterAll(() => shop.close());

describe('a new record', () => {
  test('gets the next number, in its response, its computed fields and its history', async () => {
    const one = await create('orders', { name: 'one' });
    const two = await create('orders', { name: 'two' });
    const { json } = await shop.call('GET', `/api/orders/${two._id}/history`, { as: 'admin' });

    expect([one.number, two.number]).toEqual(['O-00001', 'O-00002']);
    expect(two.label).toBe('O-00002 two');
    expect(json.data[0].changes).toContainEqual({
      path: 'number',
      before: null,
      after: 'O-00002',
    });
  });

  test('is found, sorted and searched by its number', async () => {
    const { json } = await shop.call('GET', '/api/orders?number=O-00002&q=00002&_sort=-number', {
      as: 'staff',
    });

    expect(json.data).toMatchObject([{ name: 'two' }]);
  });

  test('counts for each year, and for each record that it refers to', async () => {
    const [one, two] = [await create('orders'), await create('orders')];
    const lines = [];
    for (const { _id } of [one, two, one]) lines.push(await create('lines', { order: _id }));

    expect((await create('invoices')).number).toBe(`${year}-0001`);
    expect((await create('tickets')).number).toBe(`${year}/1`);
    expect(lines.map(({ position }) => position)).toEqual(['1', '1', '2']);
  });

  test('cannot be given one by the API, not even by roles with all rights', async () => {
    for (const as of ['admin', 'staff']) {
      const { status, json } = await post('orders', { number: 'O-00900' }, as);
      expect([status, json.problems]).toMatchObject([422, [{ path: 'number', code: 'V010' }]]);
    }
  });

  test('of an earlier year counts in that year', async () => {
    await shop.database.query(
      `insert into invoices (_id, "createdAt") values ('old1', '2019-12-31T23:59:59Z'), ('old2', '2020-01-01T00:00:00Z'), ('old3', '2019-05-01Z')`,
    );

    expect(await numbers('invoices', 'number', `_id like 'old%'`)).toEqual([
      '2019-0001',
      '2019-0002',
      '2020-0001',
    ]);
  });
});

describe('a record that has a number', () => {
  test.each([{ number: 'O-77777' }, { number: null }])(
    'keeps it: %o is refused, also from roles with all rights',
    async (body) => {
      const made = await create('orders');
      const { status, json } = await shop.call('PATCH', `/api/orders/${made._id}`, {
        as: 'admin',
        headers: { 'If-Match': '*' },
        body,
      });

      expect([status, json.problems]).toMatchObject([422, [{ path: 'number', code: 'V010' }]]);
    },
  );

  test('keeps it when an earlier version is restored, and when its changes are undone', async () => {
    const made = await create('orders', { name: 'first' });
    const path = `/api/orders/${made._id}`;
    const call = { as: 'admin', headers: { 'If-Match': '*' } };
    await shop.call('PATCH', path, { ...call, body: { name: 'second' } });
    // As in a record that is older than the field.
    await shop.database.query(
      `update backoffice.history set after = after - 'number' where record_id = $1 and operation = 'create'`,
      [made._id],
    );

    const { status, json } = await shop.call('POST', `${path}/restore`, {
      ...call,
      body: { version: 1 },
    });

    expect([status, json]).toMatchObject([200, { name: 'first', number: made.number }]);
  });

  test('keeps it in the trash and when restored', async () => {
    const made = await create('orders', { name: 'trashed' });
    await shop.call('DELETE', `/api/orders/${made._id}`, {
      as: 'staff',
      headers: { 'If-Match': '*' },
    });
    const next = await create('orders');
    await shop.call('POST', '/api/orders/trash/restore', {
      as: 'admin',
      body: { ids: [made._id] },
    });
    const { json } = await shop.call('GET', `/api/orders/${made._id}`, { as: 'staff' });

    expect(json.number).toBe(made.number);
    expect(next.number > made.number).toBe(true);
  });

  test('keeps it under another parent, which then counts on from it', async () => {
    const [one, two] = [await create('orders'), await create('orders')];
    for (const _ of range(3)) await create('lines', { order: one._id });
    const { json } = await shop.call('GET', `/api/lines?order=${one._id}&position=3`, {
      as: 'staff',
    });
    const move = (id: string, order: string) =>
      shop.call('PATCH', `/api/lines/${id}`, {
        as: 'staff',
        headers: { 'If-Match': '*' },
        body: { order },
      });

    const moved = await move(json.data[0]._id, two._id);
    const next = await create('lines', { order: two._id });
    const first = await create('lines', { order: one._id });
    const taken = await move(first._id, two._id);

    expect([moved.json.position, next.position]).toEqual(['3', '4']);
    expect(first.position).toBe('4');
    expect(taken.status).toBe(409);
  });
});

describe('many records in one request', () => {
  test('get their numbers in their order', async () => {
    const before = (await numbers('invoices', 'number', `number like '${year}-%'`)).length;
    const { json } = await shop.call('POST', '/api/invoices/bulk', {
      as: 'staff',
      body: { action: 'create', records: range(50).map((n) => ({ data: { name: `bulk ${n}` } })) },
    });

    const { rows } = await shop.database.query<{ number: string; after: string }>(
      `select i.number, h.after ->> 'number' as after from invoices i
       join backoffice.history h on h.record_id = i._id
       where name like 'bulk %' order by substr(name, 6)::int`,
    );
    expect(json.created).toBe(50);
    expect(rows.map(({ number }) => number)).toEqual(
      range(50, before + 1).map((n) => `${year}-${String(n).padStart(4, '0')}`),
    );
    expect(rows.map(({ after }) => after)).toEqual(rows.map(({ number }) => number));
  });

  test('leave no gap if one of them fails, or all are rolled back', async () => {
    const where = `number like '${year}-%'`;
    const before = (await numbers('invoices', 'number', where)).length;
    const bulk = (names: readonly string[], atomic: boolean) =>
      shop.call('POST', '/api/invoices/bulk', {
        as: 'staff',
        body: { action: 'create', atomic, records: names.map((name) => ({ data: { name } })) },
      });

    const all = await bulk(['a1', 'a2', 'a1'], true);
    const some = await bulk(['b1', 'b1', 'b2'], false);

    expect(all.json).toMatchObject({ created: 0 });
    expect(some.json).toMatchObject({ created: 2, failed: 1 });
    expect(await numbers('invoices', 'number', where)).toEqual(
      range(before + 2).map((n) => `${year}-${String(n).padStart(4, '0')}`),
    );
  });
});
