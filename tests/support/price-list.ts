import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { librarySource } from './library.ts';

const text = { type: 'text', required: true };
const all = ['list', 'read', 'create', 'update', 'delete', 'export', 'import'];
const copied = (path: string) => ({ default: { $field: path } });

/** Lines of orders that copy what they cost from their product, and where it comes from. */
export const priceListSource = {
  app: { title: 'Orders', languages: ['en', 'de'] },
  roles: librarySource.roles,
  resources: {
    users: librarySource.resources.users,
    suppliers: {
      title: '{name}',
      importKey: 'name',
      fields: { name: { ...text, unique: true }, country: { type: 'text' } },
      permissions: { staff: all },
    },
    products: {
      title: '{name}',
      importKey: 'name',
      fields: {
        name: { ...text, unique: true },
        price: { type: 'number' },
        supplier: { type: 'reference', to: 'suppliers' },
        isOld: { type: 'boolean' },
      },
      permissions: { staff: { list: { isOld_neq: true }, read: true, create: true, import: true } },
    },
    orders: {
      title: '{number}',
      importKey: 'number',
      fields: { number: { ...text, unique: true }, days: { type: 'number', integer: true } },
      children: [{ resource: 'lines', field: 'order', inline: true }],
      permissions: { staff: all },
    },
    lines: {
      title: '{note}',
      fields: {
        note: { type: 'text' },
        code: { type: 'text', default: { $expression: "concat(price, '-', product.name)" } },
        version: { type: 'text', order: 'natural' },
        isLater: { type: 'boolean', default: { $expression: "version > '2026.9'" } },
        order: { type: 'reference', to: 'orders' },
        product: { type: 'reference', to: 'products' },
        price: { type: 'number', required: true, min: 0, ...copied('product.price') },
        count: { type: 'number', integer: true, default: 1 },
        amount: {
          type: 'money',
          currency: 'CHF',
          default: { $expression: 'round(price * count * 1.077, 2)' },
        },
        weight: { type: 'number', required: true, default: { $expression: 'count * 2' } },
        on: { type: 'date', default: '$today' },
        due: { type: 'date', default: { $expression: 'addDays(on, order.days)' } },
        supplier: { type: 'reference', to: 'suppliers', ...copied('product.supplier') },
        country: { type: 'text', readOnly: true, ...copied('supplier.country') },
        origin: {
          type: 'text',
          when: { readOnly: { note: 'fixed' } },
          ...copied('product.supplier.country'),
        },
      },
      permissions: { staff: all },
    },
  },
};

export const priceList = toDescriptor(priceListSource);
