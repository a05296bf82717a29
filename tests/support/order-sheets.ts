import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { librarySource } from './library.ts';

const every = ['list', 'read', 'create', 'update', 'delete'];
const text = { type: 'text' };

/**
 * Orders whose lines are edited with them. Staff may do everything with lines, devs may only change those of less than
 * 50 pieces, and viewers may only read them.
 */
export function orderSheets() {
  return toDescriptor({
    app: { languages: ['en', 'de'] },
    roles: { admin: { all: true }, staff: {}, dev: {}, viewer: {} },
    resources: {
      users: librarySource.resources.users,
      products: {
        title: '{name}',
        fields: { name: { ...text, required: true, search: true } },
        permissions: { staff: every, dev: ['list', 'read'], viewer: ['list', 'read'] },
      },
      orders: {
        title: '{name}',
        fields: {
          name: { ...text, required: true },
          total: { type: 'number', label: 'Total', computed: 'sum(price of lines.order)' },
        },
        form: [{ tab: 'Order', fields: ['name', 'total'] }],
        children: [
          {
            resource: 'lines',
            field: 'order',
            label: 'Order lines',
            // The form shows the required pieces all the same.
            columns: ['place', 'product', 'price'],
            sort: 'place',
            inline: true,
          },
        ],
        permissions: { staff: every, dev: every, viewer: ['list', 'read', 'update'] },
      },
      lines: {
        title: '{product} of {order}',
        fields: {
          place: { type: 'sequence', per: 'order' },
          order: { type: 'reference', to: 'orders', required: true },
          product: { type: 'reference', to: 'products', required: true },
          pieces: { type: 'number', integer: true, min: 1, default: 1, required: true },
          price: { type: 'number', computed: 'pieces * 10' },
          isGift: { type: 'boolean', label: 'Gift' },
          greeting: {
            ...text,
            maxLength: 20,
            when: { shown: { isGift: true }, required: { isGift: true } },
          },
        },
        unique: [['order', 'product']],
        checks: [
          {
            check: { not: { isGift: true, pieces_gt: 5 } },
            message: 'a gift has at most 5 pieces',
            fields: ['pieces'],
          },
        ],
        permissions: {
          staff: every,
          dev: { list: true, read: true, update: { pieces_lt: 50 } },
          viewer: ['list', 'read'],
        },
      },
    },
  });
}
