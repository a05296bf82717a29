import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { sendImport } from '../support/exchange.ts';
import { librarySource } from '../support/library.ts';

const may = ['list', 'read', 'create', 'update', 'delete', 'import'];
const number = { type: 'number' };

/** Orders whose state only moves on, and loans that only their owner ends. */
const source = {
  roles: { admin: { all: true }, staff: {} },
  resources: {
    users: { ...librarySource.resources.users, permissions: { staff: ['list', 'read'] } },
    customers: {
      fields: { name: { type: 'text' }, blocked: { type: 'boolean' } },
      permissions: { staff: may },
    },
    orders: {
      fields: {
        customer: { type: 'reference', to: 'customers' },
        amount: number,
        paid: { ...number, default: 0 },
        sent: { type: 'boolean', default: false },
        tags: { type: 'tags' },
        due: { type: 'date' },
        rest: { ...number, computed: 'amount - paid' },
      },
      children: [{ resource: 'lines', field: 'order', inline: true }],
      checks: [
        {
          check: 'not ($before.sent and amount != $before.amount)',
          message: 'was sent',
          fields: ['amount'],
        },
        {
          check: { or: [{ 'customer.blocked_neq': true }, { '$before.customer_nnull': true }] },
          message: 'is blocked',
        },
        { check: 'paid <= amount or paid = null', message: 'too much' },
        { check: 'amount * 2 >= count(lines.order)', message: 'too many' },
        { check: { rest_gte: 0 }, message: 'overpaid', on: ['update'] },
        { check: { tags_contains: 'x', 'customer.name': 'X' }, message: 'no x', on: ['delete'] },
        { check: 'due = null or due >= $today-1d or paid > 0', message: 'late', fields: ['due'] },
      ],
      permissions: { staff: may },
    },
    lines: {
      fields: { order: { type: 'reference', to: 'orders' }, text: { type: 'text' } },
      permissions: { staff: may },
    },
    loans: {
      fields: {
        owner: { type: 'reference', to: 'users' },
        until: { type: 'date' },
        ended: { type: 'boolean' },
        of: { type: 'text', computed: 'owner.name' },
      },
      checks: [
        {
          check: 'owner = $user or of = null',
          message: 'not yours',
          on: ['update', 'delete'],
        },
        {
          check: "until >= $today or owner.name = 'nobody'",
          message: 'is over',
          on: ['create'],
        },
      ],
      permissions: { staff: may },
    },
  },
};

let shop: TestApi;
beforeAll(async () => {
  const descriptor = toDescriptor(source);
  shop = await openTestApi({ descriptor: () => descriptor });
  await write('POST', 'customers', { _id: 'good', name: 'Good' });
  await write('POST', 'customers', { _id: 'bad', name: 'Bad', blocked: true });
});
afterAll(() => shop.close());

async function write(method: string, path: string, body?: object, as = 'staff') {
  const headers = { 'If-Match': '*' };
  const { status, json } = await shop.call(method, `/api/${path}`, { as, body, headers });
  return { status, problems: json?.problems };
}

const refused = (path: string, message: string) => ({
  status: 422,
  problems: [{ code: 'V027', path, message }],
});

describe('a check about a change', () => {
  test('finds nothing before at creation, and the former values at a change', async () => {
    const created = await write('POST', 'orders', { _id: 'a', amount: 5, sent: true });

    expect(created.status).toBe(201);
    expect(await write('PATCH', 'orders/a', { amount: 6 })).toMatchObject(
      refused('amount', 'was sent'),
    );
    expect((await write('PATCH', 'orders/a', { paid: 1 })).status).toBe(200);
    expect((await write('PATCH', 'orders/a', { sent: false })).status).toBe(200);
    expect((await write('PATCH', 'orders/a', { amount: 6 })).status).toBe(200);
  });

  test('judges the rows of a file, bulk changes, and a record that is saved with its lines', async () => {
    await write('POST', 'orders', { _id: 'b', amount: 5, sent: true });

    const file = await sendImport(shop, '/api/orders', [{ _id: 'b', amount: 7 }], {
      parts: { mode: 'upsert' },
    });
    const bulk = await shop.call('POST', '/api/orders/bulk', {
      as: 'staff',
      body: { action: 'update', ids: ['b'], data: { amount: 7 } },
    });
    const whole = await write('PATCH', 'orders/b', { amount: 7, lines: [{ text: 'x' }] });
    const same = await write('PATCH', 'orders/b', { sent: false, lines: [{ text: 'x' }] });

    expect(file.json).toMatchObject({ failed: 1, problems: [{ code: 'V027' }] });
    expect(bulk.json).toMatchObject({ failed: 1, problems: [{ code: 'V027' }] });
    expect(whole).toMatchObject(refused('amount', 'was sent'));
    expect(same.status).toBe(200);
  });

  test('is a filter as well, also through references', async () => {
    expect(await write('POST', 'orders', { customer: 'bad', amount: 1 })).toMatchObject(
      refused('', 'is blocked'),
    );
    await write('POST', 'orders', { _id: 'c', amount: 1, customer: 'good' });
    expect((await write('PATCH', 'orders/c', { customer: 'bad' })).status).toBe(200);
  });
});

describe('a check', () => {
  test('of the values of a record shows its message at them, as an expression too', async () => {
    expect((await write('POST', 'orders', { amount: 1, paid: 2 })).problems).toMatchObject([
      { path: 'paid', message: 'too much' },
      { path: 'amount', message: 'too much' },
    ]);
  });

  test('calculates, and is judged when what it counts changes', async () => {
    await write('POST', 'orders', { _id: 'd', amount: 0.5 });

    expect((await write('POST', 'lines', { order: 'd' })).status).toBe(201);
    expect(await write('POST', 'lines', { order: 'd' })).toMatchObject(refused('', 'too many'));
  });

  test('that is a filter can name its writes and ask for computed values', async () => {
    await write('POST', 'orders', { _id: 'e', amount: 1, tags: ['x'], customer: 'good' });

    expect((await write('PATCH', 'orders/e', { tags: ['y'] })).status).toBe(200);
    expect(await write('DELETE', 'orders/e')).toMatchObject(refused('', 'no x'));
  });

  test('knows today', async () => {
    expect(await write('POST', 'orders', { amount: 1, due: '2001-01-01' })).toMatchObject(
      refused('due', 'late'),
    );
    expect(await write('POST', 'loans', { until: '2001-01-01' })).toMatchObject(
      refused('', 'is over'),
    );
    expect((await write('POST', 'loans', { until: '9999-01-01' })).status).toBe(201);
  });

  test.each([['PATCH', { ended: true }], ['DELETE']])(
    'knows who writes, at %s',
    async (method, body?) => {
      const [own, other] = [`own${method}`, `other${method}`];
      const until = '9999-01-01';
      const staff = shop.userId('staff');
      await write('POST', 'loans', { _id: own, owner: staff, until });
      await write('POST', 'loans', { _id: other, owner: shop.userId('admin'), until });

      expect(await write(method, `loans/${other}`, body)).toMatchObject(refused('', 'not yours'));
      expect((await write(method, `loans/${own}`, body)).status).toBeLessThan(300);
      const bulk = await shop.call('POST', '/api/loans/bulk', {
        as: 'staff',
        body: { action: 'delete', ids: [other] },
      });
      expect(bulk.json).toMatchObject({ deleted: 0, failed: 1 });
    },
  );
});
