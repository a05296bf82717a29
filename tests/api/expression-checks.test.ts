import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { sendImport } from '../support/exchange.ts';
import { librarySource } from '../support/library.ts';

const writes = ['create', 'update', 'delete'];
const number = { type: 'number' };
const may = ['list', 'read', 'create', 'update', 'delete', 'import'];

/** A stock that may not fall below zero, classes that may be full or closed. */
const source = {
  app: { languages: ['en', 'de'] },
  roles: { admin: { all: true }, staff: {} },
  resources: {
    users: librarySource.resources.users,
    products: {
      fields: {
        name: { type: 'text', required: true },
        least: { ...number, default: 0 },
        stock: { ...number, computed: 'sum(quantity of movements.product)', stored: true },
      },
      checks: [
        {
          check: 'stock >= coalesce(least, 0)',
          message: { en: 'not enough stock', de: 'zu wenig Bestand' },
          fields: ['least'],
        },
      ],
      permissions: { staff: may },
    },
    movements: {
      fields: { product: { type: 'reference', to: 'products' }, quantity: number },
      permissions: { staff: may },
    },
    classes: {
      fields: { name: { type: 'text' }, closed: { type: 'boolean' }, seats: number },
      checks: [{ check: 'count(pupils.classes) <= coalesce(seats, 99)', message: 'is full' }],
    },
    pupils: {
      fields: {
        name: { type: 'text' },
        main: { type: 'reference', to: 'classes' },
        classes: { type: 'references', to: 'classes' },
      },
      checks: [
        { check: { name_neq: 'x' }, message: 'no x' },
        { check: 'main._id = null or not main.closed', message: 'is closed', fields: ['main'] },
      ],
    },
    orders: {
      fields: { name: { type: 'text' }, sent: { type: 'boolean', default: false } },
      children: [{ resource: 'lines', field: 'order', inline: true }],
      checks: [{ check: 'not sent', message: 'was sent', on: ['delete'] }],
      permissions: { staff: may },
    },
    lines: {
      fields: {
        order: { type: 'reference', to: 'orders' },
        text: { type: 'text' },
        of: { type: 'text', computed: 'order.name', stored: true },
      },
      checks: [
        {
          check: 'order._id = null or not order.sent',
          message: 'was sent',
          on: writes,
          fields: ['order'],
        },
      ],
      duplicates: [{ field: 'text' }],
      permissions: { staff: [...may, 'restore', 'merge'] },
    },
  },
};

let shop: TestApi;
beforeAll(async () => {
  const descriptor = toDescriptor(source);
  shop = await openTestApi({ descriptor: () => descriptor });
  await write('POST', 'products', { _id: 'bread', name: 'Bread' });
  await write('POST', 'movements', { _id: 'm1', product: 'bread', quantity: 5 });
  await write('POST', 'classes', { _id: 'a', name: 'A', seats: 1 });
  await write('POST', 'classes', { _id: 'b', name: 'B', closed: true });
});
afterAll(() => shop.close());

async function write(method: string, path: string, body?: object, as = 'staff') {
  const headers = { 'If-Match': '*' };
  const answer = await shop.call(method, `/api/${path}`, {
    as: path.startsWith('classes') || path.startsWith('pupils') ? 'admin' : as,
    body,
    headers,
  });
  return { status: answer.status, problems: answer.json?.problems, text: answer.text };
}

const stock = async () =>
  (await shop.call('GET', '/api/products/bread', { as: 'admin' })).json.stock;

const refused = (path: string, text: string) => ({
  status: 422,
  problems: [{ code: 'V027', path, message: text }],
});

describe('a check of a value computed from other records', () => {
  test.each([
    ['POST', 'movements', { product: 'bread', quantity: -6 }],
    ['PATCH', 'movements/m1', { quantity: -1 }],
  ])('refuses %s %s %j, and gives the reason', async (method, path, body) => {
    expect(await write(method, path, body)).toMatchObject(refused('', 'not enough stock'));
    expect(await stock()).toBe(5);
  });

  test('accepts lines that belong to no record', async () => {
    expect((await write('PATCH', 'movements/m1', { product: null, quantity: -1 })).status).toBe(
      200,
    );
    await write('PATCH', 'movements/m1', { product: 'bread', quantity: 5 });

    expect(await stock()).toBe(5);
  });

  test('refuses a change of the record itself, at its field', async () => {
    expect(await write('PATCH', 'products/bread', { least: 6 })).toMatchObject(
      refused('least', 'not enough stock'),
    );
    expect((await write('PATCH', 'products/bread', { least: 5 })).status).toBe(200);
    await write('PATCH', 'products/bread', { least: 0 });
  });

  test('refuses a deletion, single and in bulk', async () => {
    await write('POST', 'movements', { _id: 'm2', product: 'bread', quantity: -4 });

    const one = await write('DELETE', 'movements/m1');
    const bulk = await shop.call('POST', '/api/movements/bulk', {
      as: 'staff',
      body: { action: 'delete', ids: ['m1'] },
    });

    expect(one).toMatchObject(refused('', 'not enough stock'));
    expect(bulk.json).toMatchObject({ deleted: 0, failed: 1, problems: [{ code: 'V027' }] });
    expect(await stock()).toBe(1);
    await write('DELETE', 'movements/m2');
  });

  test('holds when many write at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        write('POST', 'movements', { product: 'bread', quantity: -1 }),
      ),
    );

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(7);
    expect(await stock()).toBe(0);
    await write('POST', 'movements', { product: 'bread', quantity: 5 });
  });

  test('refuses the rows of a file one by one', async () => {
    const { json } = await sendImport(shop, '/api/movements', [
      { product: 'bread', quantity: -3 },
      { product: 'bread', quantity: -3 },
      { product: 'bread', quantity: -2 },
    ]);

    expect(json).toMatchObject({ created: 2, failed: 1, problems: [{ row: 2, code: 'V027' }] });
  });
});

describe('a check through references', () => {
  test('refuses a record that is written, at the named field', async () => {
    expect(await write('POST', 'pupils', { main: 'b' })).toMatchObject(
      refused('main', 'is closed'),
    );
    expect((await write('POST', 'pupils', { _id: 'p', main: 'a' })).status).toBe(201);
    expect(await write('PATCH', 'pupils/p', { main: 'b' })).toMatchObject(
      refused('main', 'is closed'),
    );
  });

  test('does not refuse the change of the other record', async () => {
    expect((await write('PATCH', 'classes/a', { closed: true })).status).toBe(200);
    expect((await write('PATCH', 'pupils/p', { name: 'Pia' })).status).toBe(200);
    await write('PATCH', 'classes/a', { closed: false });
  });

  test('counts the members of lists', async () => {
    expect((await write('POST', 'pupils', { _id: 'q', classes: ['a'] })).status).toBe(201);
    expect(await write('POST', 'pupils', { classes: ['b', 'a'] })).toMatchObject(
      refused('', 'is full'),
    );
    expect(await write('PATCH', 'classes/a', { seats: 0 })).toMatchObject(refused('', 'is full'));
  });
});

describe('a check that names its writes', () => {
  const wasSent = refused('order', 'was sent');

  beforeAll(async () => {
    for (const _id of ['open', 'sent']) await write('POST', 'orders', { _id, name: _id });
    await write('POST', 'lines', { _id: 'gone', order: 'sent', text: 'z' });
    await write('DELETE', 'lines/gone');
    for (const _id of ['l1', 'l2']) await write('POST', 'lines', { _id, order: 'sent', text: 'a' });
    await write('PATCH', 'lines/l1', { text: 'b' });
    await write('POST', 'lines', { _id: 'free', order: 'open', text: 'c' });
    await write('PATCH', 'orders/sent', { sent: true });
  });

  test.each<[string, string, object?]>([
    ['POST', 'lines', { order: 'sent' }],
    ['PATCH', 'lines/l1', { text: 'c' }],
    ['PATCH', 'lines/free', { order: 'sent' }],
    ['DELETE', 'lines/l1'],
  ])('refuses %s %s %j, whatever the write changes', async (...call) => {
    expect(await write(...call)).toMatchObject(wasSent);
  });

  test.each([[{ action: 'update', data: { text: 'd' } }], [{ action: 'delete' }]])(
    'refuses %j in bulk',
    async (body) => {
      const { json } = await shop.call('POST', '/api/lines/bulk', {
        as: 'staff',
        body: { ...body, ids: ['l1', 'l2'] },
      });

      expect(json).toMatchObject({ failed: 2, problems: [{ code: 'V027' }, { code: 'V027' }] });
    },
  );

  test('refuses an earlier version', async () => {
    const answer = await write('POST', 'lines/l1/restore', { version: 1 });

    expect(answer).toMatchObject({ ...wasSent, status: 409 });
  });

  test('refuses the rows of a file, records from the trash, and a merge', async () => {
    const file = await sendImport(shop, '/api/lines', [{ _id: 'l1', text: 'e' }], {
      parts: { mode: 'upsert' },
    });
    const call = (path: string, body: object) =>
      shop.call('POST', `/api/lines/${path}`, { as: 'admin', body });
    const trash = await call('trash/restore', { ids: ['gone'] });
    const versions = { l1: 2, free: 1 };
    const merge = await call('merge', { keep: 'free', merge: ['l1'], versions });

    expect(file.json).toMatchObject({ failed: 1, problems: [{ code: 'V027' }] });
    expect(trash.json.problems).toMatchObject([{ code: 'V027' }]);
    expect(merge.json.problems).toMatchObject([{ code: 'V027' }]);
  });

  test('refuses the lines of a record that is written with them', async () => {
    const { status, problems } = await write('PATCH', 'orders/sent', {
      lines: [{ _id: 'l1', _version: 2, text: 'f' }],
    });

    expect(status).toBe(422);
    expect(problems).toMatchObject([{ code: 'V027', path: 'lines.0.order' }]);
  });

  test('does not run at other writes, nor when only a value is computed again', async () => {
    expect((await write('PATCH', 'orders/sent', { name: 'again' })).status).toBe(200);
    const line = await shop.call('GET', '/api/lines/l1', { as: 'admin' });
    expect(line.json).toMatchObject({ of: 'again', text: 'b' });
    expect((await write('DELETE', 'orders/sent')).problems).toMatchObject([{ code: 'V027' }]);
    await write('PATCH', 'orders/sent', { sent: false });
    expect((await write('DELETE', 'lines/l2')).status).toBe(200);
  });
});
