import { expect, test } from 'vitest';
import { childOrder } from '../../src/descriptor/inline-lists.ts';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';

const text = { type: 'text' };
const order = { type: 'reference', to: 'orders' };

test.each<[string, object, object, string]>([
  ['lines of a form', { inline: true }, {}, 'createdAt'],
  ['a list that only shows records', {}, {}, '-createdAt'],
  ['lines with an order of their own', { inline: true, sort: '-amount' }, {}, '-amount'],
  ['lines whose collection has an order', { inline: true }, { list: { sort: 'amount' } }, 'amount'],
])('%s are in the right order', (_, child, lines, expected) => {
  const { resources } = toDescriptor({
    resources: {
      orders: {
        fields: { name: text },
        children: [{ resource: 'lines', field: 'order', ...child }],
      },
      lines: { fields: { amount: text, order }, ...lines },
    },
  });

  expect(childOrder(resources.get('orders')!.children[0]!, resources.get('lines')!)).toBe(expected);
});

test.each([
  ['without inline', { sort: 'place', reorder: true }],
  ['without sort', { inline: true, reorder: true }],
  ['by a text', { inline: true, sort: 'amount', reorder: true }],
  ['downwards', { inline: true, sort: '-place', reorder: true }],
])('lines cannot be sorted manually %s', (_, child) => {
  const source = {
    resources: {
      orders: {
        fields: { name: text },
        children: [{ resource: 'lines', field: 'order', ...child }],
      },
      lines: { fields: { amount: text, place: { type: 'number', min: 1 }, order } },
    },
  };
  const found = parseDescriptor(JSON.stringify(source));

  const problems = 'problems' in found ? found.problems : [];
  expect(problems.filter(({ code }) => code === 'D101')).toMatchObject([
    { path: 'resources.orders.children.0.reorder' },
  ]);
});
