import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { librarySource } from './library.ts';

const may = ['list', 'read', 'create', 'update', 'delete', 'export', 'import'];
const number = { type: 'number' };
const count = { type: 'number', integer: true };

/** What is computed from lines over two references, in both ways: on reading, and stored. */
const ofOrders = {
  lines: { ...count, computed: 'count(lines.order)' },
  billed: { ...count, computed: 'count(lines.order where billed and quantity > 1)' },
  total: { ...number, computed: 'sum(quantity * product.price of lines.order)' },
  average: { ...number, decimals: 3, computed: 'avg(quantity of lines.order)' },
  middle: { ...number, computed: 'median(quantity of lines.order)' },
  least: { ...number, computed: 'min(quantity of lines.order)' },
  lastDay: { type: 'date', computed: 'max(day of lines.order where billed)' },
  newest: { type: 'text', computed: 'first(product.name of lines.order by -day)' },
  names: { type: 'text', computed: 'list(product.name of lines.order)' },
  byDay: { type: 'text', computed: 'list(product.name of lines.order by -day)' },
  quantities: { type: 'text', computed: 'list(quantity of lines.order)' },
  city: { type: 'text', computed: 'customer.region.name' },
  labels: { ...count, computed: 'count(labels.orders where name != null)' },
};

const ofCustomers = {
  turnover: { ...number, computed: 'sum(quantity * product.price of lines.order.customer)' },
  orders: { ...count, computed: 'count(orders.customer)' },
  largest: { ...number, computed: 'max(total of orders.customer)' },
  label: { type: 'text', computed: "concat(name, ': ', turnover)" },
};

const ofRegions = {
  sold: { ...number, computed: 'sum(quantity of lines.order.customer.region)' },
  best: {
    type: 'text',
    computed: 'first(product.name of lines.order.customer.region by -quantity)',
  },
};

/** Orders with lines, whose values add up to those of orders, customers and regions. */
function rollupsSource(isStored: (name: string) => boolean) {
  const each = (fields: Record<string, object>) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        name,
        { ...field, ...(isStored(name) && { stored: true }) },
      ]),
    );
  return {
    roles: { admin: { all: true }, staff: {}, clerk: {} },
    resources: {
      users: librarySource.resources.users,
      regions: {
        fields: { name: { type: 'text' }, ...each(ofRegions) },
        permissions: { staff: may, clerk: may },
      },
      customers: {
        fields: {
          name: { type: 'text', required: true },
          region: { type: 'reference', to: 'regions' },
          ...each(ofCustomers),
        },
        permissions: { staff: may, clerk: may },
      },
      products: {
        fields: { name: { type: 'text', required: true }, price: number },
        permissions: { staff: may, clerk: may },
      },
      orders: {
        fields: {
          name: { type: 'text', required: true },
          customer: { type: 'reference', to: 'customers' },
          ...each(ofOrders),
        },
        permissions: { staff: may, clerk: may },
      },
      lines: {
        fields: {
          order: { type: 'reference', to: 'orders' },
          product: { type: 'reference', to: 'products' },
          quantity: number,
          day: { type: 'date' },
          billed: { type: 'boolean' },
          ...each({ area: { type: 'text', computed: 'order.customer.region.name' } }),
        },
        permissions: { staff: may, clerk: { list: { billed: true }, read: true } },
      },
      labels: {
        fields: { name: { type: 'text' }, orders: { type: 'references', to: 'orders' } },
        permissions: { staff: may, clerk: may },
      },
    },
  };
}

/** Of the computed fields, all, none or those of these names are stored. */
export function rollupsDescriptor(stored: boolean | readonly string[]) {
  return toDescriptor(
    rollupsSource((name) => (typeof stored === 'boolean' ? stored : stored.includes(name))),
  );
}
