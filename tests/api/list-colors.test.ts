import { afterAll, expect, test } from 'vitest';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { librarySource } from '../support/library.ts';

const color = (when: string) => ({ when, color: 'danger', label: when });
const source = {
  roles: { admin: { all: true }, staff: {} },
  resources: {
    users: librarySource.resources.users,
    orders: {
      fields: {
        no: { type: 'text' },
        price: { type: 'number' },
        secret: { type: 'number', read: ['admin'] },
        parent: { type: 'reference', to: 'orders' },
      },
      list: {
        colors: [
          color('no = "A"'),
          color('secret * 2 > 1'),
          color('count(lines.order where not done) > 0'),
          color('price * 2 > 10'),
          color('parent.parent.price > 1'),
          color('parent.secret > 1'),
        ],
      },
      permissions: { staff: ['list', 'read'] },
    },
    lines: {
      fields: {
        order: { type: 'reference', to: 'orders' },
        done: { type: 'boolean' },
        shared: { type: 'boolean' },
      },
      permissions: { staff: { list: 'shared', read: 'shared' } },
    },
    plain: {
      fields: { no: { type: 'text' } },
      list: { colors: [color('no = "A"')] },
    },
  },
};
const parsed = parseDescriptor(JSON.stringify(source).replaceAll(String.raw`\"`, "'"));
if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
const { descriptor } = parsed;
const desk = await openTestApi({ descriptor: () => descriptor });
afterAll(() => desk.close());
const add = (path: string, body: object) =>
  desk.call('POST', `/api/${path}`, { as: 'admin', body });
await add('orders', { _id: 'a', no: 'A', price: 3, secret: 3 });
await add('orders', { _id: 'b', no: 'B', price: 6, parent: 'a' });
await add('orders', { _id: 'c', no: 'C', price: 1, parent: 'b' });
await add('lines', { _id: 'l1', order: 'a', done: false, shared: false });
await add('lines', { _id: 'l2', order: 'b', done: false, shared: true });
await add('lines', { _id: 'l3', order: 'c', done: true, shared: true });

async function colorsFor(as: string): Promise<Record<string, unknown>> {
  const { json } = await desk.call('GET', '/api/orders?_sort=no&_fields=no,_colors', { as });
  return Object.fromEntries(json.data.map((each: any) => [each._id, each._colors]));
}

test('a list has the positions of the colours that other records decide', async () => {
  expect(await colorsFor('admin')).toEqual({ a: [1, 2], b: [2, 3, 5], c: [4] });
});

test('a role gets those whose fields it reads, by the records that it sees', async () => {
  // Of the role: 0 by its number, 1 by the lines, 2 by the price, 3 through parents.
  expect(await colorsFor('staff')).toEqual({ a: [], b: [1, 2], c: [3] });
});

test('a list without such colours does not know them, nor does one of the past have them', async () => {
  const past = `_asOf=${encodeURIComponent(new Date().toISOString())}`;
  const plain = await desk.call('GET', '/api/plain?_fields=_colors', { as: 'admin' });
  const then = await desk.call('GET', `/api/orders?_fields=no,_colors&${past}`, { as: 'admin' });

  expect(plain.json.problems).toMatchObject([{ path: '_fields._colors' }]);
  expect(Object.keys(then.json.data[0])).not.toContain('_colors');
});
