import { afterAll, describe, expect, test } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { sendImport } from '../support/exchange.ts';
import { ordersDescriptor } from '../support/orders.ts';
import { addRecords } from '../support/screen-library.ts';

const descriptor = ordersDescriptor();
const shop = await openTestApi({ descriptor: () => descriptor });
await addRecords(shop, '/api/customers', [{ _id: 'ann', name: 'Ann' }]);
await addRecords(shop, '/api/orders', [
  { title: 'Chair', customer: 'ann', net: 0.1, tax: 0.2, placedOn: '2026-03-09' },
  { title: 'Lamp', net: 150, tax: 0, paidAt: '2026-03-09T10:05:07.045Z' },
  { title: 'Table', net: 200, tax: 50 },
]);
afterAll(() => shop.close());

function byRow(problems: any[]): any[] {
  return problems.toSorted((one, other) => one.row - other.row);
}

describe('a file with computed columns', () => {
  test('is accepted if they are unchanged, and otherwise refused by row and field', async () => {
    const exported = await shop.call('GET', '/api/orders/export?format=json', { as: 'admin' });
    const rows = JSON.parse(exported.text);
    const same = await sendImport(shop, '/api/orders', rows, { parts: { mode: 'upsert' } });
    rows[1] = { ...rows[1], gross: 12.5 };
    rows[2] = { ...rows[2], lines: 'many' };

    const other = await sendImport(shop, '/api/orders', rows, { parts: { mode: 'upsert' } });

    expect(same.json).toMatchObject({ total: 3, unchanged: 3, failed: 0 });
    expect(other.json).toMatchObject({ unchanged: 1, failed: 2 });
    expect(byRow(other.json.problems)).toMatchObject([
      { row: 2, path: 'gross', code: 'V010' },
      { row: 3, path: 'lines', code: 'V002' },
    ]);
  });

  test('computes them for new records', async () => {
    const row = { title: 'New', net: 1, gross: 99, lines: 7 };
    const { json } = await sendImport(shop, '/api/orders', [row]);
    const list = await shop.call('GET', '/api/orders?title=New', { as: 'admin' });

    expect(json).toMatchObject({ created: 1, failed: 0 });
    expect(list.json.data).toMatchObject([{ gross: 1, lines: 0 }]);
  });
});
