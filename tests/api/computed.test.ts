import { afterAll, describe, expect, test } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { ordersDescriptor } from '../support/orders.ts';

const descriptor = ordersDescriptor();
const shop = await openTestApi({ descriptor: () => descriptor });
for (const [id, name, credit] of [
  ['ann', 'Ann', 7],
  ['bea', 'Bea', 9],
])
  await add('customers', { _id: id, name, credit });
await add('orders', {
  _id: 'o1',
  title: 'Lamp',
  customer: 'ann',
  also: ['ann', 'bea'],
  net: 0.1,
  tax: 0.2,
  placedOn: '2026-03-09',
  paidAt: '2026-03-09T10:05:07.045Z',
  box: { due: '2026-02-01' },
});
await add('orders', { _id: 'o2', title: 'Chair', customer: 'bea', net: 150, tax: 0 });
await add('orders', { _id: 'o3', title: 'Table', net: 200, tax: 50, placedOn: '2025-01-01' });
const owner = shop.userId('clerk');
await add('lines', { _id: 'l1', order: 'o1', payer: 'ann', owner });
await add('lines', { _id: 'l2', order: 'o1', payer: 'bea' });
await add('lines', { _id: 'l3', order: 'o2', payer: 'bea' });
afterAll(() => shop.close());

async function add(resource: string, body: object): Promise<any> {
  const { status, text, json } = await shop.call('POST', `/api/${resource}`, { as: 'admin', body });
  if (status !== 201) throw new Error(text);
  return json;
}

async function list(path: string, as = 'admin'): Promise<any[]> {
  const { json, text } = await shop.call('GET', `/api/${path}`, { as });
  if (!json.data) throw new Error(text);
  return json.data;
}

async function ids(path: string, as?: string): Promise<string[]> {
  return (await list(path, as)).map(({ _id }) => _id);
}

describe('a computed field', () => {
  test('is returned with the record, in its type', async () => {
    const { json } = await shop.call('GET', '/api/orders/o1', { as: 'admin' });

    expect(json).toMatchObject({
      gross: 0.3,
      ratio: 0.5,
      label: 'LAMP of 2026-03-09 2026-03-09T10:05:07.045Z',
      customerName: 'Ann',
      customerCredit: 7,
      isLarge: false,
      due: '2026-02-01',
      lines: 2,
    });
  });

  test('is empty after a division by 0 or without operands, and a condition is not', async () => {
    const [chair, table] = await list('orders?_id_in=o2,o3&_sort=_id');

    expect(chair).toMatchObject({ ratio: null, label: 'CHAIR of', due: null, isLarge: true });
    expect(table).toMatchObject({ customerName: null, isLarge: false, lines: 0, ratio: 4 });
  });

  test.each([
    [1e16, 1e16],
    [1.2e308, 1.2e308],
    [1.75e308, null],
  ])('is empty if JSON cannot express the number: %j gives %j', async (net, gross) => {
    const { _id } = await add('orders', { title: 'Palace', net, tax: 0 });

    const { json } = await shop.call('GET', `/api/orders/${_id}`, { as: 'admin' });
    const headers = { 'If-Match': '*' };
    await shop.call('DELETE', `/api/orders/${_id}`, { as: 'admin', headers });

    expect(json.gross).toBe(gross);
  });

  test('rounds to the decimals of its field', async () => {
    const [, bea] = await list('customers?_sort=name&_fields=share');

    expect(bea).toMatchObject({ share: 66.7 });
  });

  test.each([
    ['gross_gt=1&_sort=-gross', ['o3', 'o2']],
    ['_sort=ratio', ['o1', 'o3', 'o2']],
    ['_sort=-ratio', ['o3', 'o1', 'o2']],
    ['ratio_null=true', ['o2']],
    ['customerName=Bea', ['o2']],
    ['customerName_contains=an', ['o1']],
    ['_sort=-customerName', ['o2', 'o1', 'o3']],
    ['isLarge=true', ['o2']],
    ['lines_gte=1&_sort=-lines', ['o1', 'o2']],
    ['lines=0', ['o3']],
    ['due_lt=2026-01-01', ['o3']],
    ['q=lamp+ann', ['o1']],
    ['q=lamp+bea', []],
    ['q=2025', ['o3']],
    ['where={"lines":{"$field":"gross"}}', []],
    ['where={"net_gt":{"$field":"ratio"}}&_sort=_id', ['o2', 'o3'].slice(1)],
    ['customer.orders_gte=1&_sort=_id', ['o1', 'o2']],
  ])('is filtered, sorted and searched by: %s', async (query, expected) => {
    expect(await ids(`orders?${query}`)).toEqual(expected);
  });

  test('is paginated by a cursor', async () => {
    const first = await shop.call('GET', '/api/orders?_sort=-lines&_perPage=1', { as: 'admin' });
    const { next } = first.json;
    const rest = await ids(`orders?_sort=-lines&_perPage=5&_after=${next}`);

    expect([first.json.data[0]._id, ...rest]).toEqual(['o1', 'o2', 'o3']);
  });

  test('counts references to the record, single and in lists', async () => {
    expect(await list('customers?_sort=name&_fields=orders,cited')).toMatchObject([
      { orders: 1, cited: 1 },
      { orders: 1, cited: 1 },
    ]);
  });

  test('does not use a remembered total after its operands change', async () => {
    const total = async () =>
      (await shop.call('GET', '/api/orders?lines_gte=3&_perPage=1&_page=1', { as: 'admin' })).json;
    expect(await total()).toMatchObject({ total: 0 });

    await add('lines', { _id: 'l4', order: 'o3' });
    await add('lines', { _id: 'l5', order: 'o3' });
    await add('lines', { _id: 'l6', order: 'o3' });

    expect(await total()).toMatchObject({ total: 1 });
    for (const id of ['l4', 'l5', 'l6'])
      await shop.call('DELETE', `/api/lines/${id}`, { as: 'admin', headers: { 'If-Match': '*' } });
    expect(await total()).toMatchObject({ total: 0 });
  });

  test('is in the response to a write, in the order of the fields', async () => {
    const made = await add('orders', { _id: 'unread', title: 'Desk', customer: 'ann', net: 3 });
    const read = await shop.call('GET', '/api/orders/unread', { as: 'admin' });
    const body = { customer: 'bea', net: 4 };
    const headers = { 'If-Match': '"1"' };
    const patched = await shop.call('PATCH', '/api/orders/unread', { as: 'admin', body, headers });
    const stale = await shop.call('PATCH', '/api/orders/unread', { as: 'admin', body, headers });
    await shop.call('DELETE', '/api/orders/unread', { as: 'admin', headers: { 'If-Match': '*' } });

    expect(JSON.stringify(made)).toBe(read.text);
    expect(patched.json).toMatchObject({ gross: 4, customerName: 'Bea' });
    expect(stale.json.current).toMatchObject({ gross: 4, customerName: 'Bea' });
  });

  test('cannot be written, but can be sent back unchanged', async () => {
    const { json: order } = await shop.call('GET', '/api/orders/o1', { as: 'staff' });
    const put = (body: object) => shop.call('PUT', '/api/orders', { as: 'staff', body });

    const same = await put(order);
    const other = await put({ ...same.json, lines: 5 });
    const made = await shop.call('POST', '/api/orders', {
      as: 'staff',
      body: { title: 'x', gross: 1 },
    });

    expect(same.status).toBe(200);
    expect(other.json.problems).toMatchObject([{ path: 'lines', code: 'V010' }]);
    expect(made.json.problems).toMatchObject([{ path: 'gross', code: 'V010' }]);
  });

  test('is not in the history', async () => {
    const { rows } = await shop.database.query<{ name: string }>(
      "select jsonb_object_keys(after) as name from backoffice.history where resource = 'orders'",
    );

    const names = new Set(rows.map(({ name }) => name));
    expect(names.has('title')).toBe(true);
    expect([...names].filter((name) => ['gross', 'lines', 'customerName'].includes(name))).toEqual(
      [],
    );
  });
});

describe('a role that cannot read its operands', () => {
  test('cannot read, filter, sort or request it', async () => {
    const [order] = await list('orders?_id=o1', 'staff');
    const answers = await Promise.all(
      ['customerCredit=7', '_sort=customerCredit', '_fields=customerCredit'].map((query) =>
        shop.call('GET', `/api/orders?${query}`, { as: 'staff' }),
      ),
    );

    expect(order).not.toHaveProperty('customerCredit');
    expect(answers.map(({ json }) => json.problems?.[0].code)).toEqual(['Q002', 'Q002', 'Q002']);
  });

  test('gets an empty value behind a hidden record, and counts only visible ones', async () => {
    const orders = await list('orders?_sort=title', 'clerk');

    expect(orders.map(({ _id, customerName, lines }) => [_id, customerName, lines])).toEqual([
      ['o2', null, 0],
      ['o1', 'Ann', 1],
      ['o3', null, 0],
    ]);
  });

  test.each([
    ['customerName=Bea', 'customerName=Nobody'],
    ['lines_gte=2', 'lines_gte=99'],
    ['q=bea', 'q=nobody'],
  ])('finds by %s no more than by %s', async (hidden, nothing) => {
    expect(await ids(`orders?${hidden}`)).not.toEqual([]);
    expect(await ids(`orders?${hidden}`, 'clerk')).toEqual(await ids(`orders?${nothing}`, 'clerk'));
  });

  test('learns nothing from the order', async () => {
    expect(await ids('orders?_sort=-customerName', 'clerk')).toEqual(['o1', 'o3', 'o2']);
  });

  test('does not get it in exports', async () => {
    const { text } = await shop.call('GET', '/api/orders/export?format=json', { as: 'clerk' });
    const [chair] = JSON.parse(text).filter(({ _id }: any) => _id === 'o2');

    expect(chair).toMatchObject({ customerName: null, lines: 0 });
    expect(text).not.toContain('Bea');
    expect(text).not.toContain('customerCredit');
  });
});

test('a response to a write omits computed values that the caller cannot read', async () => {
  const rename = (from: string, to: string) =>
    shop.database.query(`alter table customers rename column "${from}" to "${to}"`);
  await rename('credit', 'trust');
  try {
    const made = await shop.call('POST', '/api/orders', {
      as: 'admin',
      body: { _id: 'unread', title: 'Shelf', net: 1 },
    });
    const changed = await shop.call('PATCH', '/api/orders/unread', {
      as: 'admin',
      body: { title: 'Rack' },
      headers: { 'If-Match': made.headers.get('ETag') ?? '' },
    });

    expect([made.status, made.json.title, made.json.gross]).toEqual([201, 'Shelf', undefined]);
    expect([changed.status, changed.json.title]).toEqual([200, 'Rack']);
  } finally {
    await rename('trust', 'credit');
  }
  expect(await list('orders?title=Rack')).toMatchObject([{ _id: 'unread', gross: 1 }]);
  await shop.call('DELETE', '/api/orders/unread', { as: 'admin', headers: { 'If-Match': '*' } });
});
