import { operations } from '../../src/descriptor/descriptor.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from './api.ts';
import { librarySource } from './library.ts';

const rights = { staff: [...operations] };
const order = { type: 'reference', to: 'orders', required: true };

/** A shop with numbers of every kind: with gaps and without, per year and per order. */
const numberedShopSource = {
  app: { languages: ['en', 'de'] },
  roles: { admin: { all: true }, staff: {} },
  resources: {
    users: librarySource.resources.users,
    orders: {
      title: '{number}',
      importKey: 'number',
      fields: {
        number: { type: 'sequence', format: 'O-{number:5}', search: true },
        name: { type: 'text', unique: true },
        label: { type: 'text', computed: "concat(number, ' ', name)", stored: true },
      },
      permissions: rights,
    },
    invoices: {
      fields: {
        number: { type: 'sequence', format: '{year}-{number:4}', per: 'year', gapless: true },
        name: { type: 'text', unique: true },
      },
      permissions: rights,
    },
    tickets: {
      fields: {
        number: { type: 'sequence', format: '{year}/{number}', per: 'year' },
        name: { type: 'text' },
      },
      permissions: rights,
    },
    lines: {
      fields: {
        order,
        position: { type: 'sequence', per: 'order' },
        name: { type: 'text' },
      },
      permissions: rights,
    },
  },
};

export function numberedShop() {
  return toDescriptor(numberedShopSource);
}

export type NumberedShop = Awaited<ReturnType<typeof openNumberedShop>>;

/** The shop with its API, and what its tests do most: records of staff, and the numbers in a table. */
export async function openNumberedShop() {
  const descriptor = numberedShop();
  const shop = await openTestApi({ descriptor: () => descriptor });
  const post = (resource: string, body: object, as = 'staff') =>
    shop.call('POST', `/api/${resource}`, { as, body });
  return {
    shop,
    post,
    async create(resource: string, body: object = {}): Promise<any> {
      const { status, text, json } = await post(resource, body);
      if (status !== 201) throw new Error(text);
      return json;
    },
    async numbers(resource: string, field = 'number', where = 'true'): Promise<string[]> {
      const { rows } = await shop.database.query<{ n: string }>(
        `select "${field}" as n from "${resource}" where ${where} order by length("${field}"), "${field}" collate "C"`,
      );
      return rows.map(({ n }) => n);
    },
  };
}

export const year = String(new Date().getUTCFullYear());

export const range = (count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => at + from);
