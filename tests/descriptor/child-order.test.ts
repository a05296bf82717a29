import { expect, test } from 'vitest';
import { childOrder } from '../../src/descriptor/inline-lists.ts';
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
