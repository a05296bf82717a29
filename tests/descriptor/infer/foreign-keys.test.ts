import { describe, expect, it, test } from 'vitest';
import type { ForeignTable } from '../../../src/descriptor/infer/foreign-table.ts';
import { findJoinTables } from '../../../src/descriptor/infer/join-tables.ts';
import { createFieldNames, nameTables } from '../../../src/descriptor/infer/names.ts';
import { findId } from '../../../src/descriptor/infer/table-keys.ts';
import { column, table, to } from './foreign.ts';

test('tables get unique names, with the reason for each change', () => {
  const names = ['orders', 'Orders', 'users', '???', 'login', 'My orders', 'order_lines'];
  const named = nameTables(names.map((name) => table(name, [])));

  expect([...named.values()]).toEqual([
    { name: 'orders' },
    { name: 'orders2', remark: 'another table already has the name orders' },
    {
      name: 'people',
      remark: 'users is the resource of the people who sign in to this installation',
    },
    { name: 'table4', label: '???', remark: 'this is not a valid resource name' },
    { name: 'loginRecords', remark: 'the system uses the address /login' },
    { name: 'myOrders', label: 'My orders' },
    { name: 'orderLines' },
  ]);
});

test('references are named after their target, if that name is free', () => {
  const all = [
    'customer_id',
    'shop_fk',
    'plant',
    'plant_id',
    'id',
    'my shop_id',
    '???',
    'code',
    'Code',
  ];
  const names = createFieldNames('orders', { columns: all.map((name) => ({ name })) });
  const found = [
    ...['customer_id', 'shop_fk', 'plant_id', 'id', 'my shop_id', 'code'].map((name) =>
      names.nameReference(name),
    ),
    ...['???', 'code'].map((name) => names.nameField(name)),
    names.nameList('x'.repeat(60)),
  ];

  expect(found).toEqual([
    { name: 'customer', header: 'customer', because: 'customer_id' },
    { name: 'shop', header: 'shop', because: 'shop_fk' },
    { name: 'plantId', header: 'plantId', because: 'plant_id' },
    { name: 'orderId', header: 'orderId', because: 'id, which is a reserved name' },
    { name: 'myShopId', header: 'my shop_id', because: 'my shop_id' },
    { name: 'code', header: 'code' },
    { name: 'column7', header: '???', because: '???' },
    { name: 'code2', header: 'code2', because: 'code' },
    { name: 'x'.repeat(50), header: 'x'.repeat(50), because: 'x'.repeat(53) },
  ]);
  expect(['_id', 'createdAt', 'code'].map((name) => names.isSystem(name))).toEqual([
    true,
    true,
    false,
  ]);
});

describe('a table of two foreign keys', () => {
  const film = column('film', 'int4!');
  const actor = column('actor', 'int4!');
  const keys = [to('actors', ['actor']), to('films', ['film'])];
  const link = (more: Partial<ForeignTable>, columns = [film, actor], name = 'film_actor') =>
    table(name, columns, { primaryKey: ['film', 'actor'], foreignKeys: keys, ...more });
  const others = [
    table('films', [column('id', 'int4!')]),
    table('actors', [column('id', 'int4!')]),
  ];
  const join = (one: ForeignTable, more: readonly ForeignTable[] = []) =>
    findJoinTables([...others, one, ...more]).map(({ owner, position, lost }) =>
      [owner.to.name, position, ...lost].join(' ').trim(),
    );
  const made = column('made', 'timestamptz', { default: 'now()' });

  it.each([
    ['links records of two tables', link({}), ['films']],
    ['belongs to the first', link({}, [film, actor], 'casts'), ['actors']],
    ['has a unique pair', link({ primaryKey: [], uniques: [['actor', 'film']] }), ['films']],
    ['has an order', link({}, [film, actor, column('sort_order', 'int2')]), ['films sort_order']],
    ['has an order in words', link({}, [film, actor, column('position', 'text')]), []],
    ['says when it was made', link({}, [film, actor, made]), ['films  made']],
    ['has a time of its own', link({}, [film, actor, column('seen', 'date')]), []],
    [
      'has a key of its own',
      link({ primaryKey: ['id'], uniques: [['film', 'actor']] }, [
        column('id', 'int4!'),
        film,
        actor,
      ]),
      ['films'],
    ],
    ['has more to say', link({}, [film, actor, column('role', 'text')]), []],
    ['may link two records twice', link({ primaryKey: ['film'] }), []],
    ['is unique with another column', link({ primaryKey: ['film', 'role'] }), []],
    ['has one key only', link({ foreignKeys: keys.slice(1) }), []],
    ['has three keys', link({ foreignKeys: [...keys, to('films', ['other'])] }), []],
    ['refers twice by one column', link({ foreignKeys: [keys[0]!, to('films', ['actor'])] }), []],
    [
      'refers to a table that is not there',
      link({ foreignKeys: [keys[0]!, to('plays', ['film'])] }),
      [],
    ],
  ])('that %s joins %j', (_, one, joined) => {
    expect(join(one)).toEqual(joined);
  });

  it('is a resource if others refer to it', () => {
    expect(join(link({}), [table('x', [], { foreignKeys: [to('film_actor', ['y'])] })])).toEqual(
      [],
    );
  });
});

test.each([
  ['no key', table('t', [column('a', 'int4')]), [], true],
  ['a unique column', table('t', [column('a', 'int4!')], { uniques: [['a']] }), ['a'], true],
  ['a unique column with gaps', table('t', [column('a', 'int4')], { uniques: [['a']] }), [], true],
  [
    'two columns',
    table('t', [column('a', 'int4!'), column('b', 'int4!')], { primaryKey: ['a', 'b'] }),
    ['a', 'b'],
    true,
  ],
  ['a name', table('t', [column('code', 'text!')], { primaryKey: ['code'] }), ['code'], true],
  [
    'an id',
    table('t', [column('plant_id', 'text!')], { primaryKey: ['plant_id'] }),
    ['plant_id'],
    false,
  ],
  [
    'a number that is made',
    table('t', [column('no', 'int4!', { default: "nextval('a')" })], { primaryKey: ['no'] }),
    ['no'],
    false,
  ],
  [
    'an identity',
    table('t', [column('no', 'int4!', { isIdentity: true })], { primaryKey: ['no'] }),
    ['no'],
    false,
  ],
  ['a UUID', table('t', [column('no', 'uuid!')], { primaryKey: ['no'] }), ['no'], false],
])('the _id of a table by %s', (_, of, columns, isHashed) => {
  expect(findId(of, new Map())).toEqual({ columns, isHashed });
});
