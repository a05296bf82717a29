import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { sendImport } from '../support/exchange.ts';
import { librarySource } from '../support/library.ts';

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

describe('a check of a value made of other records', () => {
  test.each([
    ['POST', 'movements', { product: 'bread', quantity: -6 }],
    ['PATCH', 'movements/m1', { quantity: -1 }],
  ])('refuses %s %s %j, and says why', async (method, path, body) => {
    expect(await write(method, path, body)).toMatchObject(refused('', 'not enough stock'));
    expect(await stock()).toBe(5);
  });

  test('takes what belongs to no record', async () => {
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

  test('refuses a deletion, alone and of many', async () => {
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

  test('refuses the rows of a file, each on its own', async () => {
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
