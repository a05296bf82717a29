import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi, type TestAnswer, type TestApi, type TestCall } from './api.ts';
import { librarySource } from './library.ts';

const text = { type: 'text' };
const every = ['list', 'read', 'create', 'update', 'delete', 'history', 'import', 'export'];

/** Orders with lines, of which each has at least one, and each product once. */
const source = {
  app: { languages: ['en', 'de'] },
  roles: { admin: { all: true }, staff: {}, packer: {}, guest: {} },
  resources: {
    users: librarySource.resources.users,
    orders: {
      title: '{name}',
      importKey: 'name',
      fields: {
        name: { ...text, required: true, unique: true },
        replaces: { type: 'reference', to: 'orders' },
        total: { type: 'number', computed: 'sum(pieces of lines.order)', stored: true },
      },
      children: [{ resource: 'lines', field: 'order', sort: 'product', inline: true }],
      checks: [{ check: 'count(lines.order) >= 1', message: 'has no line', fields: ['name'] }],
      permissions: {
        staff: every,
        packer: ['list', 'read', 'update', 'import', 'export'],
        guest: every,
      },
    },
    lines: {
      title: '{product}',
      fields: {
        order: { type: 'reference', to: 'orders', required: true },
        product: { ...text, required: true, maxLength: 10 },
        pieces: { type: 'number', integer: true, min: 1, default: 1 },
        note: { ...text, write: ['admin'] },
      },
      unique: [['order', 'product']],
      permissions: {
        staff: every,
        packer: {
          list: true,
          read: true,
          update: { product_neq: 'gold' },
          export: { product_neq: 'cake' },
        },
      },
    },
  },
};

export type OrderShop = {
  api: TestApi;
  /** Writes as `staff`, whatever version is there. */
  write(method: string, path: string, body: object, call?: TestCall): Promise<TestAnswer>;
  /** The lines of an order: `bread 2`. */
  linesOf(order: string): Promise<string[]>;
  /** An order with two breads and a cake. */
  makeOrder(name: string): Promise<any>;
};

/** With `mayBeEmpty`, an order needs no line. */
export async function openOrderShop({ mayBeEmpty = false } = {}): Promise<OrderShop> {
  const { orders, ...others } = source.resources;
  const descriptor = toDescriptor(
    mayBeEmpty
      ? { ...source, resources: { ...others, orders: { ...orders, checks: [] } } }
      : source,
  );
  const api = await openTestApi({ descriptor: () => descriptor });
  const write: OrderShop['write'] = (method, path, body, call) =>
    api.call(method, `/api/${path}`, { as: 'staff', body, headers: { 'If-Match': '*' }, ...call });
  return {
    api,
    write,
    linesOf: async (order) => {
      const path = `/api/lines?order=${order}&_sort=product&_perPage=1000`;
      const { json } = await api.call('GET', path, { as: 'admin' });
      return json.data.map(({ product, pieces }: any) => `${product} ${pieces}`);
    },
    makeOrder: async (name) => {
      const lines = [{ product: 'bread', pieces: 2 }, { product: 'cake' }];
      const { status, json, text: said } = await write('POST', 'orders', { name, lines });
      if (status !== 201) throw new Error(said);
      return json;
    },
  };
}

/** The path and code of each problem. */
export function placesOf(json: any): [path: string, code: string][] {
  return json.problems.map(({ path, code }: any) => [path, code]);
}
