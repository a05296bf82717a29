import { tableKey } from '../../../src/descriptor/infer/foreign-table.ts';
import { column, table, to } from './foreign.ts';

const state = { name: 'state', category: 'E', labels: ['open', 'done'] };

/** A shop, with each kind of table and reference once. */
export const tables = [
  table(
    'customers',
    [
      column('id', 'int4!', { isIdentity: true }),
      column('email', 'text!', { comment: ' For invoices. ' }),
      column('first_name', 'varchar(40)'),
      column('last_name', 'varchar(40)!'),
      column('password_hash', 'text'),
      column('created_at', 'timestamptz!', { default: 'now()' }),
      column('is_active', 'bool!', { default: 'true' }),
      column('whole', 'text', { generated: `(first_name || ${'x'.repeat(120)})` }),
      column('picture', 'bytea'),
      column('notes', 'text'),
      column('_id', 'int4'),
    ],
    { primaryKey: ['id'], uniques: [['email']], comment: 'Who buys.' },
  ),
  table(
    'orders',
    [
      column('order_no', 'text!'),
      column('customer_id', 'int4!', { comment: 'Who pays.' }),
      column('follows', 'text!'),
      column('state', 'state!', { type: state, default: "'open'::state" }),
      column('placed', 'date', { default: 'CURRENT_DATE' }),
      column('shipped', 'date'),
      column('total', 'numeric(10,2)'),
      column('place', 'pair'),
      column('shop', 'int4'),
    ],
    {
      primaryKey: ['order_no'],
      kind: 'partitioned',
      hidesRows: true,
      foreignKeys: [
        to('customers', ['customer_id']),
        to('orders', ['follows'], ['order_no']),
        { ...to('shops', ['shop']), to: { schema: 'other', name: 'shops' } },
      ],
      checks: [
        { name: 'late', columns: ['placed', 'shipped'], text: `CHECK ((shipped >= placed))` },
        { name: 'odd', columns: ['total', 'shop'], text: 'CHECK ((total > (shop)::numeric))' },
        { name: 'positive', columns: ['total'], text: 'CHECK ((total >= (0)::numeric))' },
      ],
    },
  ),
  table(
    'order_lines',
    [
      column('order_no', 'text!'),
      column('line', 'int4!'),
      column('product', 'uuid!'),
      column('words', '_text!'),
    ],
    {
      primaryKey: ['order_no', 'line'],
      uniques: [['line', 'words']],
      foreignKeys: [to('orders', ['order_no'], ['order_no']), to('products', ['product'])],
    },
  ),
  table(
    'products',
    [column('id', 'uuid!'), column('sku', 'varchar(20)!'), column('replaces', 'uuid!')],
    {
      primaryKey: ['id'],
      uniques: [['sku'], ['replaces']],
      foreignKeys: [to('patents', ['replaces'])],
    },
  ),
  table('patents', [column('id', 'int8!'), column('product_id', 'uuid!')], {
    primaryKey: ['id'],
    foreignKeys: [to('products', ['product_id'])],
    isReadable: false,
  }),
  table('parcels', [column('id', 'int4!'), column('of_order', 'text'), column('of_line', 'int4')], {
    primaryKey: ['id'],
    foreignKeys: [to('order_lines', ['of_order', 'of_line'], ['order_no', 'line'])],
  }),
  table(
    'products_customers',
    [
      column('product', 'uuid!'),
      column('customer', 'int4!'),
      column('position', 'int4'),
      column('at', 'timestamptz!', { default: 'now()' }),
    ],
    {
      primaryKey: ['product', 'customer'],
      foreignKeys: [to('customers', ['customer']), to('products', ['product'])],
    },
  ),
  table('Événements', [column('text', 'text')], { kind: 'foreign' }),
  table('nothing', []),
  table('all_orders', [column('id', 'int4')], { kind: 'view' }),
  table('sums', [column('id', 'int4')], { kind: 'materialized view' }),
];

export const samples = new Map([
  [
    tableKey({ schema: 'public', name: 'customers' }),
    {
      rows: Array.from({ length: 1_200 }, (_, at) => ({
        id: String(at + 1),
        email: `a${at}@example.org`,
        last_name: `Name ${at}`,
        is_active: true,
        notes: at === 5 ? 'one\ntwo' : null,
      })),
      isCut: true,
      more: new Map<string, readonly unknown[]>([['first_name', ['Ada', 'Bob']]]),
    },
  ],
  [
    tableKey({ schema: 'public', name: 'orders' }),
    {
      rows: [{ order_no: 'A/1', placed: '2024-01-01', total: '5.00' }, { order_no: 'A/2' }],
      isCut: false,
      more: new Map(),
    },
  ],
]);
