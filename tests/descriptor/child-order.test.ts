import { expect, test } from 'vitest';
import { childOrder } from '../../src/descriptor/inline-lists.ts';
import { toVisibleSource } from '../../src/descriptor/permissions/visible-source.ts';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';

const text = { type: 'text' };
const order = { type: 'reference', to: 'orders' };

test.each<[string, object, object, string]>([
  ['lines of a form', { inline: true }, {}, 'createdAt'],
  ['a list that only shows records', {}, {}, '-createdAt'],
  ['lines with an order of their own', { inline: true, sort: '-amount' }, {}, '-amount'],
  ['lines whose collection has an order', { inline: true }, { list: { sort: 'amount' } }, 'amount'],
  ['lines in an order set by hand', { inline: true }, { order: 'place' }, 'place'],
])('%s are in the right order', (_, child, lines, expected) => {
  const { resources } = toDescriptor({
    resources: {
      orders: {
        fields: { name: text },
        children: [{ resource: 'lines', field: 'order', ...child }],
      },
      lines: { fields: { amount: text, place: { type: 'number' }, order }, ...lines },
    },
  });

  expect(childOrder(resources.get('orders')!.children[0]!, resources.get('lines')!)).toBe(expected);
});

test.each([
  ['a text', { type: 'text' }],
  ['whole numbers', { type: 'number', integer: true }],
  ['numbers without fractions', { type: 'number', decimals: 1 }],
  ['positive numbers', { type: 'number', min: 1 }],
  ['a unique number', { type: 'number', unique: true }],
  ['a computed number', { type: 'number', computed: '1' }],
])('%s cannot store an order', (_, place) => {
  const source = { resources: { lines: { order: 'place', fields: { name: text, place } } } };
  const found = parseDescriptor(JSON.stringify(source));

  const problems = 'problems' in found ? found.problems : [];
  expect(problems.filter(({ code }) => code === 'D101')).toMatchObject([
    { path: 'resources.lines.order' },
  ]);
});

test('an order set by hand is the usual one of the list, and hidden from who may not see it', () => {
  const source = (read: string[]) =>
    toDescriptor({
      roles: { admin: { all: true }, staff: {} },
      resources: {
        lines: {
          order: 'place',
          fields: { name: text, place: { type: 'number', read } },
          permissions: { staff: ['list', 'read'] },
        },
      },
    });
  const seen = (read: string[]) =>
    toDescriptor(toVisibleSource(source(read), 'staff')).resources.get('lines')!;

  expect(source(['admin']).resources.get('lines')!.list.sort).toBe('place');
  expect([seen(['admin', 'staff']).order, seen(['admin']).order]).toEqual(['place', undefined]);
});
