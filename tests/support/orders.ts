import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { librarySource } from './library.ts';

const may = ['list', 'read', 'create', 'update', 'delete', 'export', 'import'];
const number = { type: 'number' };

/** Orders with computed fields of every kind, customers with a field only admins read, and lines one sees one's own of. */
export const ordersSource = {
  app: { languages: ['en', 'de'] },
  roles: { admin: { all: true }, staff: {}, clerk: {} },
  resources: {
    users: librarySource.resources.users,
    customers: {
      title: '{name}',
      importKey: 'name',
      fields: {
        name: { type: 'text', required: true, unique: true },
        credit: { ...number, read: ['admin'] },
        orders: { ...number, integer: true, computed: 'count(orders.customer)' },
        cited: { ...number, integer: true, computed: 'count(orders.also)' },
        share: { ...number, decimals: 1, computed: 'count(lines.payer) * 100 / 3' },
      },
      permissions: { staff: may, clerk: { list: { name_starts: 'A' }, read: true, export: true } },
      public: { fields: ['name'] },
    },
    orders: {
      importKey: 'title',
      fields: {
        title: { type: 'text', required: true, unique: true },
        customer: { type: 'reference', to: 'customers' },
        also: { type: 'references', to: 'customers' },
        net: number,
        tax: number,
        placedOn: { type: 'date' },
        paidAt: { type: 'datetime' },
        box: { type: 'object', fields: { width: number, due: { type: 'date' } } },
        gross: { ...number, decimals: 2, computed: 'net + coalesce(tax, 0)', stored: true },
        ratio: { ...number, computed: 'net / tax' },
        label: {
          type: 'text',
          search: true,
          computed: "concat(upper(title), ' of ', placedOn, ' ', paidAt)",
          stored: true,
        },
        customerName: { type: 'text', search: true, computed: 'customer.name' },
        customerCredit: { ...number, computed: 'customer.credit' },
        isLarge: { type: 'boolean', computed: 'net >= 100 and customer._id != null' },
        due: { type: 'date', computed: 'coalesce(box.due, placedOn)', stored: true },
        lines: { ...number, integer: true, computed: 'count(lines.order)' },
      },
      list: { columns: ['title', 'gross', 'lines', 'customerName'], sort: 'title' },
      permissions: { staff: may, clerk: may },
    },
    lines: {
      fields: {
        order: { type: 'reference', to: 'orders' },
        payer: { type: 'reference', to: 'customers' },
        owner: { type: 'reference', to: 'users' },
      },
      permissions: { staff: may, clerk: { list: { owner: '$user' }, read: { owner: '$user' } } },
    },
  },
};

export function ordersDescriptor() {
  return toDescriptor(ordersSource);
}
