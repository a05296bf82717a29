import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { sendImport } from '../support/exchange.ts';
import { priceList, priceListSource } from '../support/price-list.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ descriptor: () => priceList });
  await post('suppliers', { _id: 'mill', name: 'Mill', country: 'CH' });
  await post('products', { _id: 'bread', name: 'Bread', price: 5, supplier: 'mill' });
  await post('products', { _id: 'cake', name: 'Cake', price: 6 });
  await post('products', { _id: 'debt', name: 'Debt', price: -1 });
  await post('products', { _id: 'old', name: 'Old', price: 9, isOld: true }, 'admin');
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.database.query('truncate lines, orders cascade');
});

const post = async (to: string, body: object, as = 'staff') =>
  api.call('POST', `/api/${to}`, { as, body });
const send = async (csv: string, parts = {}, as = 'staff') =>
  (await sendImport(api, '/api/lines', csv, { parts, as, name: 'a.csv' })).json;
const lines = async () =>
  (await api.call('GET', '/api/lines?_sort=note', { as: 'admin' })).json.data as any[];

const whole = { price: 5, supplier: 'mill', country: 'CH', origin: 'CH' };

describe('a default that an expression gives', () => {
  const order = async () => post('orders', { _id: 'june', number: '6', days: 30 });

  test('uses the values of the record, other defaults and records that it refers to', async () => {
    await order();
    const { json } = await post('lines', { product: 'bread', order: 'june', on: '2026-06-15' });

    expect(json).toMatchObject({ price: 5, count: 1, amount: '5.39', due: '2026-07-15' });
  });

  test('gives way to what the client sends, and is empty where a value is missing', async () => {
    const { json } = await post('lines', { product: 'bread', amount: '1', due: null });
    const { json: open } = await post('lines', { product: 'bread', count: 2 });

    expect(json).toMatchObject({ amount: '1.00', due: null });
    expect(open).toMatchObject({ amount: '10.77', due: null });
  });

  test('comes after the defaults that it reads, wherever they stand', async () => {
    const { json } = await post('lines', { product: 'bread' });

    expect(json.code).toBe('5-Bread');
  });

  test('compares in the order of the field', async () => {
    const { json } = await post('lines', { product: 'bread', version: '2026.10' });

    expect(json.isLater).toBe(true);
  });

  test('of an invalid value tells only of that value', async () => {
    const { status, json } = await post('lines', { product: 'bread', order: 'x', on: 'June' });

    expect([status, json.problems.map(({ path }: { path: string }) => path)]).toEqual([
      422,
      ['on'],
    ]);
  });

  test('is the same in a dry run and an import, also from a record that the import creates', async () => {
    await order();
    const csv = 'note,product,count,order,on\na,Bread,3,6,2026-01-31\nb,Debt,1,,\n';

    const dry = await send(csv, { dryRun: 'true' });
    const sent = await send(csv);

    expect(dry).toEqual(sent);
    expect(await lines()).toMatchObject([{ amount: '16.16', due: '2026-03-02' }]);
  });
});

describe('a default that is copied from another record', () => {
  test('fills a new record, through two references and from another copy', async () => {
    expect((await post('lines', { product: 'bread' })).json).toMatchObject(whole);
  });

  test('gives way to what the client sends, an empty value included', async () => {
    const { json } = await post('lines', { product: 'bread', price: 4, supplier: null });

    expect(json).toMatchObject({ price: 4, supplier: null, country: null, origin: 'CH' });
  });

  test.each([
    ['no record', {}],
    ['a value that the field refuses', { product: 'debt' }],
    ['a record that the writer may not see', { product: 'old' }],
  ])('of %s leaves the field empty, which may be required', async (_what, body) => {
    const { status, json } = await post('lines', body);

    expect([status, json.problems[0].path]).toEqual([422, 'price']);
  });

  test('does not change when the other record does', async () => {
    const { json } = await post('lines', { product: 'cake' });
    await api.call('PATCH', '/api/products/cake', {
      as: 'admin',
      body: { price: 7 },
      headers: { 'If-Match': '*' },
    });

    const { json: now } = await api.call('GET', `/api/lines/${json._id}`, { as: 'staff' });
    expect(now).toEqual(json);
  });

  test('fills the lines of a record, and many records at once', async () => {
    const order = await post('orders', {
      number: '1',
      lines: [{ product: 'bread' }],
    });
    const body = {
      action: 'create',
      records: [{ data: { product: 'bread' } }, { data: { product: 'bread', price: 1 } }],
    };
    await api.call('POST', '/api/lines/bulk', { as: 'staff', body });

    expect([
      order.status,
      (await lines()).map(({ price }) => price).sort((one, other) => one - other),
    ]).toEqual([201, [1, 5, 5]]);
  });

  test('is reset by a PUT that leaves the field out', async () => {
    const { json } = await post('lines', { product: 'bread', price: 4 });

    const put = await api.call('PUT', '/api/lines', {
      as: 'staff',
      body: { _id: json._id, product: 'bread' },
      headers: { 'If-Match': '*' },
    });

    expect(put.json).toMatchObject({ price: 5, supplier: 'mill' });
  });

  test('fills imported rows as it fills records, in a dry run too', async () => {
    const csv = 'note,product\na,Bread\nb,Debt\n';

    const dry = await send(csv, { dryRun: 'true' });
    const sent = await send(csv);

    expect(dry).toEqual(sent);
    expect(sent).toMatchObject({
      created: 1,
      failed: 1,
      problems: [{ code: 'V001', path: 'price' }],
    });
    expect(await lines()).toMatchObject([whole]);
  });

  test('is no change of a read-only field in a file', async () => {
    const csv = 'note,product\nfixed,Bread\n';

    const dry = await send(csv, { dryRun: 'true' });
    const sent = await send(csv);

    expect([dry.problems, sent.problems]).toEqual([[], []]);
    expect(await lines()).toMatchObject([whole]);
  });

  test('is copied from a record that the same import creates', async () => {
    const mapping = {
      product: { field: 'product', create: true, by: 'key', given: { price: '3' } },
    };
    const parts = { mapping: JSON.stringify(mapping) };

    expect(await send('note,product\na,New\n', { ...parts, dryRun: 'true' })).toMatchObject({
      created: 1,
    });
    expect(await send('note,product\na,New\n', parts)).toMatchObject({ created: 1 });
    expect(await lines()).toMatchObject([{ price: 3, supplier: null }]);
  });

  test('is no fixed default in the documentation of the API', async () => {
    const { json } = await api.call('GET', '/api/openapi.json', { as: 'staff' });

    const text = JSON.stringify(json);
    expect(text).toContain('Default: product.price');
    expect(text).not.toContain('$field":"product.price');
  });
});

describe('the check of a derived default', () => {
  const problemsOf = (lines: object, products: object = {}) => {
    const { resources } = priceListSource;
    const source = {
      ...priceListSource,
      resources: {
        ...resources,
        products: { ...resources.products, ...products },
        lines: { ...resources.lines, fields: { ...resources.lines.fields, ...lines } },
      },
    };
    const parsed = parseDescriptor(JSON.stringify(source));
    return 'problems' in parsed ? parsed.problems.map(({ code, path }) => `${code} ${path}`) : [];
  };
  const from = (path: unknown, type = 'number') => ({ extra: { type, default: { $field: path } } });
  const result = (text: string, type = 'number') => ({
    extra: { type, default: { $expression: text } },
  });
  const at = 'resources.lines.fields.extra.default';

  test.each([
    [from('product.price'), []],
    [from('product.prize'), [`D011 ${at}.$field`]],
    [from('price'), [`D011 ${at}.$field`]],
    [from('orders.number'), [`D011 ${at}.$field`]],
    [from('product.name'), [`D016 ${at}`]],
    [from(5), [`D016 ${at}`]],
    [result('price * count'), []],
    [result('addDays($today, days(on, $today))', 'date'), []],
    [result("concat(product.name, ' ', note)", 'text'), []],
    [result('price *'), [`D042 ${at}.$expression`]],
    [result('prize * 2'), [`D043 ${at}.$expression`]],
    [result('extra + 1'), [`D082 ${at}`]],
    [{ ...result('coalesce(other, 0) + 1'), other: result('extra + 1').extra }, [`D082 ${at}`]],
    [{ ...result('number + 1'), number: { type: 'sequence' } }, [`D043 ${at}.$expression`]],
    [result('_version + 1'), [`D043 ${at}.$expression`]],
    [result('count(lines.order)'), [`D043 ${at}.$expression`]],
    [result('product.name'), [`D044 ${at}.$expression`]],
    [result('price', 'tags'), [`D007 ${at}.$expression`]],
    // A text that looks like a path is a text.
    [{ extra: { type: 'text', default: 'product.price' } }, []],
  ])('says of %j: %j', (lines, expected) => {
    expect(problemsOf(lines)).toEqual(expected);
  });

  test('refuses it in the form of an action, where nothing is created', () => {
    const { lines } = priceListSource.resources;
    const fields = { price: { type: 'number', default: { $field: 'product.price' } } };
    const action = { name: 'weigh', method: 'PATCH', path: '/api/lines/{_id}', form: { fields } };
    const resources = { ...priceListSource.resources, lines: { ...lines, actions: [action] } };

    const parsed = parseDescriptor(JSON.stringify({ ...priceListSource, resources }));

    expect('problems' in parsed && parsed.problems).toMatchObject([
      { code: 'D076', path: 'resources.lines.actions.0.form.fields.price.default' },
    ]);
  });

  test('refuses what a role that creates records may not read', () => {
    const { fields } = priceListSource.resources.products;
    const hidden = { fields: { ...fields, price: { type: 'number', read: ['admin'] } } };

    expect(problemsOf({}, hidden)).toEqual(['D031 resources.lines.fields.price.default.$field']);
    expect(problemsOf(result('1 + product.price'), hidden)).toContain(
      'D031 resources.lines.fields.extra.default.$expression',
    );
    expect(problemsOf({}, { permissions: {} })).toContain(
      'D031 resources.lines.fields.price.default.$field',
    );
  });
});
