import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';
import { rollupsDescriptor } from '../support/rollups.ts';

describe.each([
  ['computed on reading', false, [2, 0.3, 'Bread', 0.3, 0.3, 'Ann: 0.3']],
  ['stored', true, Array(6).fill(undefined)],
])('a rollup, %s,', (_, stored, forClerk) => {
  let shop: TestApi;
  beforeAll(async () => {
    const descriptor = rollupsDescriptor(stored);
    shop = await openTestApi({ descriptor: () => descriptor });
    await add('regions', { _id: 'north', name: 'North' });
    await add('customers', { _id: 'ann', name: 'Ann', region: 'north' });
    await add('customers', { _id: 'bea', name: 'Bea' });
    await add('products', { _id: 'bread', name: 'Bread', price: 0.1 });
    await add('products', { _id: 'rolls', name: 'Rolls', price: 2 });
    await add('orders', { _id: 'o1', name: 'First', customer: 'ann' });
    await add('orders', { _id: 'o2', name: 'Second', customer: 'ann' });
    await add('orders', { _id: 'o3', name: 'Third', customer: 'bea' });
    const line = (order: string, product: string, quantity: number, day: string, billed: boolean) =>
      add('lines', { order, product, quantity, day, billed });
    await line('o1', 'bread', 1, '2026-03-01', true);
    await line('o1', 'bread', 2, '2026-03-02', true);
    await line('o1', 'rolls', 10, '2026-02-01', false);
    await line('o1', 'rolls', 9, '2026-02-02', false);
    await line('o2', 'rolls', 3, '2026-01-01', false);
    await add('labels', { name: 'urgent', orders: ['o1', 'o2'] });
    await add('labels', { orders: ['o1'] });
  });
  afterAll(() => shop.close());

  async function add(resource: string, body: object): Promise<any> {
    const { status, text, json } = await shop.call('POST', `/api/${resource}`, {
      as: 'admin',
      body,
    });
    if (status !== 201) throw new Error(text);
    return json;
  }

  async function list(path: string, as = 'admin'): Promise<any[]> {
    const { json, text } = await shop.call('GET', `/api/${path}`, { as });
    if (!json.data) throw new Error(text);
    return json.data;
  }

  test('a rollup makes one value of the records that refer to this one', async () => {
    const [first] = await list('orders?_id=o1');

    expect(first).toMatchObject({
      lines: 4,
      billed: 1,
      total: 38.3,
      average: 5.5,
      middle: 5.5,
      least: 1,
      lastDay: '2026-03-02',
      newest: 'Bread',
      names: 'Bread, Rolls',
      byDay: 'Bread, Rolls',
      quantities: '1, 2, 9, 10',
      city: 'North',
      labels: 1,
    });
  });

  test('a rollup is empty without records, but a count and a sum are 0', async () => {
    const [third] = await list('orders?_id=o3');

    expect(third).toMatchObject({ lines: 0, total: 0, labels: 0 });
    for (const name of [
      'average',
      'middle',
      'least',
      'lastDay',
      'newest',
      'names',
      'byDay',
      'city',
    ])
      expect(third[name]).toBeNull();
  });

  test('a rollup follows two references, and is used by other computed fields', async () => {
    expect(await list('customers?_sort=name')).toMatchObject([
      { turnover: 44.3, orders: 2, largest: 38.3, label: 'Ann: 44.3' },
      { turnover: 0, orders: 1, largest: 0, label: 'Bea: 0' },
    ]);
  });

  test('a rollup and a path follow three references', async () => {
    expect(await list('regions')).toMatchObject([{ sold: 25, best: 'Rolls' }]);
    expect(await list('lines?order=o2')).toMatchObject([{ area: 'North' }]);
  });

  test.each([
    ['orders?total_gt=5&_sort=-total', ['o1', 'o2']],
    ['orders?_sort=-total', ['o1', 'o2', 'o3']],
    ['orders?_sort=newest', ['o1', 'o2', 'o3']],
    ['orders?lastDay_gte=2026-03-01', ['o1']],
    ['orders?city=North&_sort=-lines', ['o1', 'o2']],
    ['orders?middle_null=true', ['o3']],
    ['customers?turnover_lt=1', ['bea']],
    ['orders?where={"customer.turnover_gt":1}&_sort=_id', ['o1', 'o2']],
  ])('a rollup can be filtered and sorted: %s', async (path, ids) => {
    expect((await list(path)).map(({ _id }) => _id)).toEqual(ids);
  });

  test('a rollup collects at most 100 values in a list', async () => {
    const order = await add('orders', { name: 'Many' });
    const body = {
      records: Array.from({ length: 102 }, (_, at) => ({ order: order._id, quantity: at + 1 })),
    };
    for (const record of body.records) await add('lines', record);

    const [many] = await list(`orders?_id=${order._id}`);

    expect(many.quantities).toMatch(/^1, 2, 3, .*, 99, 100, …$/);
    expect(many.middle).toBe(51.5);
  });

  test('a rollup uses the records that the role can see, or is not readable', async () => {
    const [first] = await list('orders?_id=o1', 'clerk');
    const [ann] = await list('customers?_id=ann', 'clerk');

    const { lines, total, names } = first;
    const { turnover, largest, label } = ann;
    expect([lines, total, names, turnover, largest, label]).toEqual(forClerk);
    expect([first.city, first.labels, ann.orders]).toEqual(['North', 1, 2]);
  });
});
