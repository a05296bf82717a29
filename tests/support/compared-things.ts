import fc from 'fast-check';
import { shapes } from './shapes.ts';

// Few values, so that records share them; with capitals, umlauts, wildcards and digits.
export const labels = [
  'a',
  'B',
  'b',
  'ä',
  'Äpfel',
  'apfel 10',
  'Apfel 9',
  '50%',
  'x_y',
  'ß',
  ' é',
  '\\',
];
export const numerals = [
  '2026.9',
  '2026.10',
  '2026.09',
  'a2',
  'a10',
  'A10',
  '10',
  'ä10',
  'apfel 10',
];
export const numbers = [-1, 0, 0.1, 1, 2, 10, 1e21];
export const wholes = [-1, 0, 1, 2, 10, 2 ** 53 - 1];
const large = ['12345678901234567890.123', '12345678901234567890.124'];
const amounts = ['-10.000', '-9.500', '0.000', '9.500', '10.000', ...large];
// The same in other forms, and one with more digits than the field has.
export const written = [...amounts, '-10', '0', '9.5', '+10.00', '9.5000001'];
const prices = ['-10.00', '9.50', '10.00'];
export const days = ['0001-01-01', '2024-02-29', '2024-03-01', '9999-12-31'];
export const moments = [
  '2024-02-29T00:00:00.000Z',
  '2024-02-29T00:00:00.001Z',
  '2026-01-01T10:00:00.000Z',
];
export const ids = ['o1', 'o2', 'O-3'];

const bounds = ['=', '<', '<=', '>', '>=', '~'];
const among = Array.from({ length: 30 }, (_, at) => `t${at}`);

const one = (values: readonly unknown[]) =>
  fc.option(fc.constantFrom(...values), { nil: null, freq: 3 });
const some = (values: readonly unknown[]) => fc.subarray([...values]);

export const thing = fc.record({
  label: one(labels),
  number: one(numerals),
  story: one(labels),
  count: one(wholes),
  weight: one(numbers),
  amount: one(amounts),
  done: one([true, false]),
  day: one(days),
  at: one(moments),
  level: one([1, 2, 3]),
  sizes: some([10, 20, 30]),
  words: some(labels.filter((label) => label.trim() === label)),
  owner: one(ids),
  helpers: some(ids),
  next: one(among.slice(0, 20)),
  peers: fc.subarray(among, { maxLength: 3 }),
  value: one(numbers),
  bound: one(bounds),
  box: fc.option(
    fc.record({
      name: one(labels),
      size: one(numbers),
      price: one(prices),
      full: one([true, false]),
      day: one(days),
    }),
    { nil: null },
  ),
});

/** The shapes of values, with references between things, bounds, and what is computed of each and stored. */
export const compared = {
  owners: shapes.owners,
  things: {
    ...shapes.things,
    fields: {
      ...shapes.things.fields,
      next: { type: 'reference', to: 'things' },
      peers: { type: 'references', to: 'things' },
      itself: { type: 'reference', to: 'things', filter: { and: [] } },
      value: { type: 'number', qualifier: 'bound' },
      bound: { type: 'choice', choices: bounds },
      twice: { type: 'number', computed: 'count * 2 - weight' },
      size: { type: 'number', computed: 'length(label) + 1', stored: true },
      grade: { type: 'text', computed: 'if(done, label, owner.name)' },
      total: { type: 'number', computed: 'sum(level of things.next where done)', stored: true },
    },
  },
};
