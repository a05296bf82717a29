import { afterAll, expect, test } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { ordersDescriptor } from '../support/orders.ts';

const descriptor = ordersDescriptor();
const shop = await openTestApi({ descriptor: () => descriptor });
for (const [_id, name] of [
  ['ann', 'Ann'],
  ['bea', 'Bea'],
])
  await add('customers', { _id, name });
await add('orders', { _id: 'o1', title: 'Lamp', customer: 'ann', net: 0.1, tax: 0.2 });
await add('orders', { _id: 'o2', title: 'Chair', customer: 'bea', net: 150, tax: 0 });
await add('orders', { _id: 'o3', title: 'Table', net: 200, tax: 50 });
await add('orders', { _id: 'o4', title: 'Stool', customer: 'ann' });
await add('lines', { _id: 'l1', order: 'o1', payer: 'ann' });
await add('lines', { _id: 'l2', order: 'o2', payer: 'bea' });
afterAll(() => shop.close());

async function add(resource: string, body: object): Promise<void> {
  const { status, text } = await shop.call('POST', `/api/${resource}`, { as: 'admin', body });
  if (status !== 201) throw new Error(text);
}

test.each(['-lines,ratio', 'customerName,-gross,lines', '-ratio,_id'])(
  'a list sorted by several computed fields is read by cursors: %s',
  async (sort) => {
    const walked: string[] = [];
    let next: string | null = '';
    while (next !== null) {
      const after: string = next === '' ? '' : `&_after=${next}`;
      const path = `/api/orders?_sort=${sort}&_perPage=1${after}`;
      const { json } = await shop.call('GET', path, { as: 'admin' });
      walked.push(json.data[0]._id);
      next = json.next;
    }

    const { json } = await shop.call('GET', `/api/orders?_sort=${sort}`, { as: 'admin' });
    expect(walked).toEqual(json.data.map(({ _id }: { _id: string }) => _id));
    expect(walked).toHaveLength(4);
  },
);
