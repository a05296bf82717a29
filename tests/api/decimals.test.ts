import { strFromU8, unzipSync } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';
import { fetchExport, sendImport } from '../support/exchange.ts';
import { openWorld } from '../worlds/open-world.ts';
import { readWorld } from '../worlds/world.ts';
import { bakery } from '../worlds/worlds.ts';

const world = await openWorld(await readWorld(bakery));
afterAll(() => world.api.close());

const call = (method: string, path: string, body?: unknown, as = 'admin') =>
  world.api.call(method, path, {
    as,
    headers: { 'If-Match': '*' },
    ...(body === undefined ? {} : { body }),
  });
const get = (path: string, as?: string) => call('GET', path, undefined, as);
const product = { name: 'Bun', kind: 'bread', price: '1.5' };

describe('an exact number', () => {
  test('is a string with all its decimals, however it was written', async () => {
    const sent = { ...product, code: 'T-1', price: '+01.5', weight: '.06', vatRate: '3' };
    const { status, json } = await call('POST', '/api/products', sent);
    const read = await get(`/api/products/${json._id}`);
    const { json: list } = await get('/api/products?code=T-1');

    expect(status).toBe(201);
    const form = { price: '1.50', weight: '0.060', vatRate: '3.0', pricePerKilo: '25.00' };
    expect(json).toMatchObject(form);
    expect(read.json).toMatchObject(form);
    expect(list.data[0]).toMatchObject(form);
  });

  test.each<[field: string, value: unknown, code: string, message: string]>([
    [
      'price',
      1.5,
      'V041',
      'must be text such as "12.50", because a number in JSON can lose digits',
    ],
    ['price', '1,50', 'V002', 'must be a decimal number such as 12.50'],
    ['price', true, 'V002', 'must be a decimal number such as 12.50'],
    ['price', '1.005', 'V018', 'must have at most 2 decimal places'],
    ['weight', '100000', 'V042', 'must have at most 5 digits before the decimal point'],
    ['weight', '0', 'V005', 'must be at least 0.001'],
    ['price', '1000', 'V006', 'must be at most 999.95'],
    ['nutrition', { salt: 1 }, 'V041', 'must be text such as "12.50"'],
  ])('%s = %j is %s', async (field, value, code, message) => {
    const { status, json } = await call('POST', '/api/products', {
      ...product,
      code: 'T-2',
      [field]: value,
    });

    expect([status, json.problems[0].code]).toEqual([422, code]);
    expect(json.problems[0].path).toMatch(new RegExp(`^${field}`));
    expect(json.problems[0].message).toContain(message);
  });

  test('has the same form in defaults and in the history', async () => {
    const { json } = await call('POST', '/api/products', { ...product, code: 'T-3' });
    const change = { price: '1.500' };
    const same = await call('PATCH', `/api/products/${json._id}`, change);
    const changed = await call('PATCH', `/api/products/${json._id}`, { price: '2' });
    const history = await get(`/api/products/${json._id}/history`);

    expect(json.vatRate).toBe('2.6');
    expect([same.json._version, changed.json._version]).toEqual([1, 2]);
    expect(JSON.stringify(history.json)).toContain('"2.00"');
    expect(JSON.stringify(history.json)).not.toMatch(/"price":\s*[0-9]/);
  });
});

describe('a measured value that keeps its zeros', () => {
  const add = async (code: string, acidity: string) =>
    (await call('POST', '/api/products', { ...product, code, acidity })).json;

  test('is as it was written in records, lists and history, and a change of zeros is one', async () => {
    const made = await add('T-20', '+4.50');
    const { json: changed } = await call('PATCH', `/api/products/${made._id}`, { acidity: '4.5' });
    const { json: list } = await get('/api/products?code=T-20');
    const history = await get(`/api/products/${made._id}/history`);

    expect([made.acidity, changed.acidity, changed._version]).toEqual(['4.50', '4.5', 2]);
    expect(list.data[0].acidity).toBe('4.5');
    expect(history.text).toContain('"4.50"');
    const long = await add('T-21', '4.500');
    expect(long.problems[0]).toMatchObject({ path: 'acidity', code: 'V018' });
  });

  test('is compared by its value', async () => {
    for (const [code, value] of Object.entries({ 'T-22': '5', 'T-23': '5.0', 'T-24': '5.00' }))
      await add(code, value);
    const { json } = await get('/api/products?acidity=5.000&_sort=code');

    expect(json.data.map(({ acidity }: { acidity: string }) => acidity)).toEqual([
      '5',
      '5.0',
      '5.00',
    ]);
  });

  test('comes back from every kind of file unchanged', async () => {
    await add('T-25', '6.10');
    for (const format of ['csv', 'xlsx', 'json']) {
      const path = `/api/products/export?format=${format}&_fields=code,acidity&code=T-25`;
      const { bytes } = await fetchExport(world.api, path);
      const parts = { mode: 'update', key: '_id', dryRun: 'true' };
      const { json } = await sendImport(world.api, '/api/products', bytes, {
        name: `a.${format}`,
        parts,
      });
      expect({ format, ...json }).toMatchObject({ format, unchanged: 1, updated: 0, failed: 0 });
    }
  });
});

describe('a list', () => {
  const codes = async (query: string, as?: string) =>
    (await get(`/api/products?_sort=code&code_starts=${query}`, as)).json.data.map(
      ({ code }: { code: string }) => code,
    );

  test('is filtered by value, with more digits than the field has', async () => {
    expect(await codes('B-&price_gte=4.2&price_lt=6.500')).toEqual(['B-110']);
    expect(await codes('B-&price=6.5')).toEqual(['B-100']);
    expect(await codes('B-&price_gt=6.4999999999999999999999')).toEqual(['B-100']);
    expect(await codes('B-&price_in=4.2,6.50')).toEqual(['B-100', 'B-110']);
    expect(await codes('P-&nutrition.salt_null=true')).toEqual(['P-200', 'P-210']);
    expect(await codes('B-&nutrition.salt_gt=1.36')).toEqual(['B-110']);
  });

  test('rejects an operand that is a JSON number of too many digits, or not in digits', async () => {
    const where = encodeURIComponent('{"price_gte":0.12345678901234567}');
    const [number, words] = [`where=${where}`, 'price_gte=1e3'];

    for (const query of [number, words]) {
      const { status, json } = await get(`/api/products?${query}`);
      expect([status, json.code]).toEqual([400, 'Q004']);
    }
    const { json } = await get(`/api/products?${number}`);
    expect(json.problems[0].message).toBe('must be text such as "12.50"');
  });

  test('compares with a JSON number that has all its digits', async () => {
    const count = async (where: string) =>
      (await get(`/api/products?_total=exact&where=${encodeURIComponent(where)}`)).json.total;

    const all = await count('{"price_gte":"6.5"}');
    expect(all).toBeGreaterThan(0);
    expect([await count('{"price_gte":6.5}'), await count('price >= 6.5')]).toEqual([all, all]);
  });

  test('is sorted by value', async () => {
    const { json } = await get(
      '/api/products?_sort=-price&_perPage=3&_fields=price&code_ncontains=T',
    );

    expect(json.data.map(({ price }: { price: string }) => price)).toEqual([
      '480.00',
      '38.00',
      '6.50',
    ]);
  });

  test('counts exact values in bins with exact edges', async () => {
    const { json } = await get('/api/products/facets?fields=price&code_ncontains=T');
    const { kind, bins } = json.data.price;
    const filled = bins.filter(({ count }: { count: number }) => count > 0);

    expect(kind).toBe('histogram');
    expect(filled).toEqual([
      { from: '0', to: '50', count: 5 },
      { from: '450', to: '500', count: 1 },
    ]);
  });
});

test('a permission compares exact numbers as the database does', async () => {
  const large = await get('/api/customers?name=Hotel Bellevue');
  const small = await get('/api/customers?name=Gasthof Adler');
  const [hotel, inn] = [large, small].map(({ json }) => json.data[0]);
  const rename = (record: any, body: object) =>
    call('PATCH', `/api/customers/${record._id}`, body, 'shop');

  expect((await rename(hotel, { discount: '1' })).status).toBe(403);
  expect((await rename(inn, { discount: '8' })).json.discount).toBe('8.00');
  // As text, 10000.00 would be less than 5000.00.
  expect((await rename(inn, { creditLimit: '10000', securedBy: 'x' })).status).toBe(403);
});

test('a rule and a comparison of two fields hold for values, not for texts', async () => {
  const body = { ...product, code: 'T-9', price: '9.5', cost: '10' };
  const loss = await call('POST', '/api/products', body);
  const gain = await call('POST', '/api/products', { ...body, price: '10.50', cost: '9.5' });
  const unsecured = await call('POST', '/api/customers', {
    name: 'Big',
    currency: 'CHF',
    creditLimit: '20000',
  });

  expect(loss.json.problems[0].message).toBe('the price must not be less than the cost');
  expect(gain.status).toBe(201);
  expect(unsecured.json.problems[0]).toMatchObject({ path: 'securedBy', code: 'V001' });
});

test('files have the digits, and workbooks a number where it is exact', async () => {
  const csv = await get('/api/orderLines/export?format=csv&_fields=quantity,amount&_id=line-4');
  const wide = await get(
    '/api/orderLines/export?format=csv&_decimal=,&_delimiter=;&_fields=quantity,amount&_id=line-4',
  );
  const { bytes } = await fetchExport(
    world.api,
    '/api/orderLines/export?format=xlsx&_fields=amount',
  );
  const sheet = unzipSync(bytes)['xl/worksheets/sheet1.xml']!;

  expect(csv.text).toContain('line-4,1,1.500,719.93');
  expect(wide.text).toContain('line-4;1;1,500;719,93');
  expect(strFromU8(sheet)).toContain('<v>719.93</v>');
});
