import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { librarySource } from '../support/library.ts';

const francs = { type: 'money', currency: 'CHF', precision: 22 };
const long = { type: 'decimal', precision: 40, scale: 4 };

const ofOrders = {
  total: { ...francs, computed: 'sum(amount of lines.order)' },
  weight: { ...long, computed: 'sum(quantity * weight of lines.order)' },
  average: { ...long, computed: 'avg(weight of lines.order)' },
  middle: { ...long, computed: 'median(weight of lines.order)' },
  least: { ...francs, computed: 'min(amount of lines.order)' },
  most: { ...francs, computed: 'max(amount of lines.order)' },
  billed: { ...francs, computed: 'sum(amount of lines.order where amount >= 1)' },
  newest: { ...francs, computed: 'first(amount of lines.order by -quantity)' },
  weights: { type: 'text', computed: 'list(weight of lines.order)' },
  rounded: { type: 'decimal', precision: 20, scale: 0, computed: 'avg(amount of lines.order)' },
  narrow: { type: 'decimal', precision: 4, computed: 'sum(amount of lines.order)' },
};

function descriptorOf(stored: boolean) {
  const computed = Object.entries(ofOrders).map(([name, field]) => [name, { ...field, stored }]);
  return toDescriptor({
    roles: { admin: { all: true } },
    resources: {
      users: librarySource.resources.users,
      orders: { fields: { name: { type: 'text' }, ...Object.fromEntries(computed) } },
      lines: {
        fields: {
          order: { type: 'reference', to: 'orders' },
          quantity: { type: 'decimal', precision: 8, scale: 3 },
          weight: { type: 'decimal', precision: 30, scale: 3 },
          amount: francs,
        },
      },
    },
  });
}

describe.each([
  ['computed on reading', false],
  ['stored', true],
])('a rollup of exact numbers, %s,', (_, stored) => {
  let shop: TestApi;
  beforeAll(async () => {
    const descriptor = descriptorOf(stored);
    shop = await openTestApi({ descriptor: () => descriptor });
    for (const _id of ['o1', 'o2', 'o3']) await write('POST', 'orders', { _id, name: _id });
    const line = (_id: string, order: string, quantity: string, weight: string, amount: string) =>
      write('POST', 'lines', { _id, order, quantity, weight, amount });
    await line('l1', 'o1', '3', '0.1', '90000000000000000000.01');
    await line('l2', 'o1', '0.001', '123456789012345678901234567.891', '0.10');
    await line('l3', 'o1', '1', '0.10', '0.2');
    await line('l4', 'o1', '2', '2', '-1.00');
    await line('l5', 'o2', '1', '1.005', '0.10');
    await line('l6', 'o2', '1', '1.006', '0.20');
    await line('l7', 'o2', '1', '2', '0.30');
  });
  afterAll(() => shop.close());

  async function write(method: string, path: string, body: object): Promise<void> {
    const headers = { 'If-Match': '*' };
    const { status, text } = await shop.call(method, `/api/${path}`, {
      as: 'admin',
      body,
      headers,
    });
    if (status >= 300) throw new Error(text);
  }

  async function list(query: string): Promise<any[]> {
    const { json, text } = await shop.call('GET', `/api/orders?${query}`, { as: 'admin' });
    if (!json.data) throw new Error(text);
    return json.data;
  }

  test('is a string with all digits, rounded to the decimals of its field', async () => {
    const { json } = await shop.call('GET', '/api/orders/o1', { as: 'admin' });

    expect(json).toMatchObject({
      total: '89999999999999999999.31',
      weight: '123456789012345678901238.9679',
      average: '30864197253086419725308642.5228',
      middle: '1.0500',
      least: '-1.00',
      most: '90000000000000000000.01',
      billed: '90000000000000000000.01',
      newest: '90000000000000000000.01',
      weights: '0.1, 2, 123456789012345678901234567.891',
      rounded: '22500000000000000000',
    });
    expect((await list('_id=o1'))[0]).toMatchObject({ total: json.total, average: json.average });
  });

  test('is empty if the field has too few digits for it', async () => {
    const [first, second] = await list('_id_in=o1,o2&_sort=_id');

    expect([first.narrow, second.narrow]).toEqual([null, '0.60']);
  });

  test('is empty without records, but a sum is 0', async () => {
    const [third] = await list('_id=o3');

    expect(third).toMatchObject({ total: '0.00', weight: '0.0000', billed: '0.00' });
    for (const name of ['average', 'middle', 'least', 'most', 'newest', 'weights', 'rounded'])
      expect(third[name]).toBeNull();
  });

  test.each([
    ['total=0.6', ['o2']],
    ['total_gt=89999999999999999999.305', ['o1']],
    ['total_gte=89999999999999999999.315', []],
    ['average=1.337&_sort=_id', ['o2']],
    ['_sort=-total', ['o1', 'o2', 'o3']],
    ['least_lt=0', ['o1']],
  ])('is filtered and sorted by value: %s', async (query, ids) => {
    expect((await list(query)).map(({ _id }) => _id)).toEqual(ids);
  });

  test('follows a change of one of the records', async () => {
    await write('PATCH', 'lines/l7', { amount: '0.31', weight: '2.002' });

    const [second] = await list('_id=o2');
    expect(second).toMatchObject({ total: '0.61', most: '0.31', average: '1.3377' });
  });
});
