import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { fetchExport } from '../support/exchange.ts';
import { openWorld, type OpenWorld } from '../worlds/open-world.ts';
import { readWorld } from '../worlds/world.ts';
import { bakery } from '../worlds/worlds.ts';

let world: OpenWorld;
beforeAll(async () => {
  world = await openWorld(await readWorld(bakery));
});
afterAll(() => world.api.close());

const get = (path: string) => world.api.call('GET', path, { as: 'admin' });

describe('figures', () => {
  const figures = async (resource: string, query: string) =>
    (await get(`/api/${resource}/aggregates?_aggregate=${query}`)).json;

  test('are exact', async () => {
    const asked = ['sum', 'avg', 'min', 'max', 'median', 'count'].map((name) => `amount:${name}`);
    const { data } = await figures('orderLines', asked.join());

    expect(data.amount).toEqual({
      sum: '1110.08',
      avg: '222.016',
      min: '74.40',
      max: '719.93',
      median: '99',
      count: 5,
    });
    const thirds = await figures('orderLines', 'amount:avg,amount:sum&order.number=O-0');
    expect(thirds.data.amount).toEqual({ avg: null, sum: null });
    const three = await figures('orderLines', 'quantity:avg&_id_in=line-1,line-2,line-5');
    expect(three.data.quantity.avg).toBe('37.33333333333333333333');
    const two = await figures('orderLines', 'quantity:median&_id_in=line-1,line-3');
    expect(two.data.quantity.median).toBe('18.5');
  });

  test('are empty for several currencies, and name a single one', async () => {
    const mixed = await figures('stockMovements', 'cost:sum,cost:count');
    const swiss = await figures('stockMovements', 'cost:sum&currency=CHF');
    const none = await figures('stockMovements', 'cost:sum&reason=sold');

    expect(mixed.data.cost).toEqual({ sum: { value: null, unit: null }, count: 2 });
    expect(swiss.data.cost).toEqual({ sum: { value: '310.00', unit: 'CHF' } });
    expect(none.data.cost).toEqual({ sum: null });
  });

  test('of groups by currency are those of each', async () => {
    const { json } = await get(
      '/api/stockMovements/groups?_by=currency&_aggregate=cost:sum,quantity:sum&cost_nnull=true',
    );

    expect(json.data.map((group: any) => [group.value, group.aggregates])).toEqual([
      ['CHF', { cost: { sum: { value: '310.00', unit: 'CHF' } }, quantity: { sum: '2.000' } }],
      ['EUR', { cost: { sum: { value: '96.40', unit: 'EUR' } }, quantity: { sum: '120.000' } }],
    ]);
  });

  test('have a computed currency', async () => {
    const { data } = await figures('orders', 'deliveryFee:max&number=O-1002');

    expect(data.deliveryFee).toEqual({ max: { value: '12.50', unit: 'EUR' } });
  });
});

test('an amount of another record has its currency', async () => {
  const { json } = await get('/api/orderLines?_id=line-3&_fields=order.deliveryFee,order.currency');
  const { json: figures } = await get(
    '/api/orderLines/aggregates?_aggregate=order.deliveryFee:max&_id=line-3',
  );

  expect(json.data[0]).toMatchObject({ 'order.deliveryFee': '12.50', 'order.currency': 'EUR' });
  expect(figures.data['order.deliveryFee']).toEqual({ max: { value: '12.50', unit: 'EUR' } });
});

describe('deals', () => {
  const deals = toDescriptor({
    roles: { admin: { all: true }, staff: {} },
    resources: {
      deals: {
        fields: {
          currency: { type: 'text', read: ['admin'] },
          amount: { type: 'money', currency: { $field: 'currency' } },
        },
        permissions: { staff: ['list', 'read', 'create'] },
      },
      users: {
        importKey: 'email',
        title: '{name}',
        fields: {
          email: { type: 'email', required: true, unique: true },
          name: { type: 'text', required: true },
          role: { type: 'choice', choices: ['admin', 'staff'] },
          status: { type: 'choice', choices: ['pending', 'confirmed', 'disabled', 'invited'] },
        },
      },
    },
  });
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi({ descriptor: () => deals });
    const body = { currency: 'CHF', amount: '5' };
    await api.call('POST', '/api/deals', { as: 'admin', body });
  });
  afterAll(() => api.close());

  test.each(['aggregates?_aggregate=amount:', 'groups?_by=_id&_aggregate=amount:'])(
    'reveal no currency that a role cannot read: %s',
    async (path) => {
      // Who may not read the currency.
      const [sum, count] = await Promise.all(
        ['sum', 'count'].map((name) =>
          api.call('GET', `/api/deals/${path}${name}`, { as: 'staff' }),
        ),
      );

      expect([sum!.status, sum!.json.code, count!.status]).toEqual([400, 'Q023', 200]);
      expect(sum!.json.problems[0].message).not.toContain('currency');
    },
  );

  test('are texts in a workbook if a number would lose digits', async () => {
    const amount = '1234567890123456.78';
    await api.call('POST', '/api/deals', { as: 'admin', body: { currency: 'EUR', amount } });
    const { bytes } = await fetchExport(api, '/api/deals/export?format=xlsx');

    const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml']!);
    expect(sheet).toContain('<v>5.00</v>');
    expect(sheet).toMatch(/t="inlineStr"><is><t[^>]*>1234567890123456\.78</);
  });

  test('accept only digits as an amount, however large', async () => {
    const statuses = await Promise.all(
      ['NaN', 'Infinity', '1e400', '9'.repeat(2_000)].map(async (amount) => {
        const { status } = await api.call('POST', '/api/deals', { as: 'admin', body: { amount } });
        const asked = await api.call('GET', `/api/deals?amount_lt=${amount}`, { as: 'admin' });
        return [status, asked.status];
      }),
    );

    expect(statuses).toEqual(Array.from({ length: 4 }, () => [422, 400]));
  });
});
