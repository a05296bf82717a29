import { afterAll, describe, expect, test } from 'vitest';
import { fetchExport, sendImport } from '../support/exchange.ts';
import { openOrderShop } from '../support/order-shop.ts';

const shop = await openOrderShop({ mayBeEmpty: true });
await shop.makeOrder('a');
await shop.write('POST', 'orders', { name: 'b' });
await shop.write('POST', 'orders', { name: 'c', lines: [{ product: '=pie', pieces: 3 }] });
afterAll(() => shop.api.close());

const listed = '/api/orders/export?_sort=name&_children=lines&format=';

describe('a table of records with child rows', () => {
  test('has one row for each of them, and repeats their record', async () => {
    const { text } = await fetchExport(shop.api, `${listed}csv&_fields=name,total`, 'staff');
    const rows = text
      .trim()
      .split('\r\n')
      .map((row) => row.split(','));
    const [head, ...records] = rows;
    expect(head!.slice(0, 9)).toEqual(
      '_id,_version,name,total,lines._id,lines._version,lines.product,lines.pieces,lines.note'.split(
        ',',
      ),
    );
    expect(records.map((row) => [row[2], row[3], row[6], row[7]].join(' '))).toEqual([
      'a 3 bread 2',
      'a 3 cake 1',
      'b 0  ',
      "c 3 '=pie 3",
    ]);
  });

  test.each(['csv', 'tsv', 'xlsx'])(
    'changes nothing when its %s is imported again',
    async (format) => {
      const { bytes } = await fetchExport(shop.api, listed + format, 'staff');
      const sent = { as: 'staff', name: `orders.${format}`, parts: { mode: 'upsert' } };
      const { json } = await sendImport(shop.api, '/api/orders', bytes, sent);
      expect(json).toMatchObject({ total: 6, unchanged: 6, problems: [] });
    },
  );

  test.each([
    ['format=json&_children=lines', 'staff', 'format'],
    ['format=csv&_children=other', 'staff', '_children'],
    ['format=csv&_children=lines', 'guest', '_children'],
  ])('refuses %s for %s', async (query, as, path) => {
    const { status, json } = await shop.api.call('GET', `/api/orders/export?${query}`, { as });
    expect(status).toBe(400);
    expect(json.problems).toMatchObject([{ path, code: 'I005' }]);
  });

  test('has no records that its reader cannot export', async () => {
    const { text } = await fetchExport(shop.api, `${listed}csv&_fields=name`, 'packer');
    expect(text).toContain('bread');
    expect(text).not.toContain('cake');
  });
});
