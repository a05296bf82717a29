import fc from 'fast-check';
import { isFieldOperand, type Filter, type Leaf } from '../../src/descriptor/filter/filter.ts';
import type { Operator } from '../../src/fields/type/operators.ts';
import {
  days,
  ids,
  labels,
  moments,
  numbers,
  numerals,
  wholes,
  written,
} from './compared-things.ts';

/* Filters and conditions nobody chose, of the resources in `shapes.ts`. */

const equality: Operator[] = ['eq', 'neq', 'in', 'nin', 'null', 'nnull'];
const set: Operator[] = ['all', 'exactly'];
const order: Operator[] = ['lt', 'lte', 'gt', 'gte', 'between'];
const wording: Operator[] = ['contains', 'ncontains', 'starts', 'ends'];

/** What each path can be asked, with what, and which others it can be compared with. */
const paths: Record<string, { asks: Operator[]; values: readonly unknown[]; like?: string[] }> = {
  label: { asks: [...equality, ...order, ...wording], values: labels, like: ['story', 'box.name'] },
  story: {
    asks: [...equality, ...order, ...wording],
    values: labels,
    like: ['label', 'number'],
  },
  number: {
    asks: [...equality, ...order, ...wording],
    values: numerals,
    like: ['label', 'box.name'],
  },
  count: { asks: [...equality, ...order], values: wholes, like: ['weight', 'level', '_version'] },
  weight: { asks: [...equality, ...order], values: numbers, like: ['count', 'box.size'] },
  amount: { asks: [...equality, ...order], values: written, like: ['box.price'] },
  done: { asks: ['eq', 'neq', 'null', 'nnull'], values: [true, false], like: ['box.full'] },
  day: { asks: [...equality, ...order], values: days, like: ['box.day'] },
  at: { asks: [...equality, ...order], values: moments, like: ['createdAt'] },
  level: { asks: equality, values: [1, 2, 3], like: ['count'] },
  sizes: { asks: [...equality, ...set], values: [10, 20, 30] },
  words: { asks: [...equality, ...set, ...wording], values: labels },
  owner: { asks: equality, values: ids, like: ['createdBy'] },
  helpers: { asks: [...equality, ...set], values: ids },
  'box.name': { asks: [...equality, ...order, ...wording], values: labels, like: ['label'] },
  'box.size': { asks: [...equality, ...order], values: numbers, like: ['count'] },
  'box.price': { asks: [...equality, ...order], values: written, like: ['amount'] },
  'box.full': { asks: ['eq', 'neq', 'null', 'nnull'], values: [true, false] },
  'box.day': { asks: [...equality, ...order], values: days, like: ['day'] },
  box: { asks: ['null', 'nnull'], values: [''] },
};

const leaf: fc.Arbitrary<Filter> = fc
  .constantFrom(...Object.entries(paths))
  .chain(([path, { asks, values, like }]) =>
    fc.constantFrom(...asks).chain((operator) =>
      operandsOf(operator, values, like).map((operands) => ({
        path,
        operator,
        operands,
        ...orderOf(values, operands),
      })),
    ),
  );

/** A comparison with a text in natural order is in natural order. */
function orderOf(values: readonly unknown[], operands: readonly unknown[]): Pick<Leaf, 'as'> {
  if (values === written) return { as: 'decimal' };
  const isNatural =
    values === numerals || operands.some((it) => isFieldOperand(it) && it.field === 'number');
  return isNatural ? { as: 'natural' } : {};
}

function operandsOf(operator: Operator, values: readonly unknown[], like: string[] = []) {
  const value = fc.constantFrom(...values);
  if (operator === 'null' || operator === 'nnull') return fc.constant([]);
  if (['in', 'nin', 'all', 'exactly'].includes(operator)) return fc.array(value, { maxLength: 3 });
  if (operator === 'between') return fc.tuple(value, value);
  const compares = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte'].includes(operator);
  if (!compares || like.length === 0) return fc.tuple(value);
  return fc.oneof(
    fc.tuple(value),
    fc.constantFrom(...like).map((field) => [{ field }]),
  );
}

export const { filter } = fc.letrec<{ filter: Filter; list: Filter[] }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    tie('list').map((and) => ({ and })),
    tie('list').map((or) => ({ or })),
    tie('filter').map((not) => ({ not })),
  ),
  list: fc.array(tie('filter'), { maxLength: 3 }),
}));

/** What a condition can name, with the values to compare it with, as it writes them, and the fields like it. */
const named: Record<string, { values: readonly string[]; like: readonly string[] }> = {
  label: { values: labels.map(quoted), like: ['story', 'box.name', 'label', 'next.label'] },
  'box.name': { values: labels.map(quoted), like: ['label'] },
  number: { values: numerals.map(quoted), like: ['label', 'box.name', 'number'] },
  grade: { values: [...labels, ...ids].map(quoted), like: ['label', 'owner.name'] },
  'owner.name': { values: ids.map(quoted), like: ['grade'] },
  'next.owner.boss.name': { values: ids.map(quoted), like: ['label'] },
  'next.grade': { values: labels.map(quoted), like: [] },
  count: { values: ['-1', '0', '1', '2', '10'], like: ['weight', 'level', 'count', 'next.count'] },
  weight: { values: ['-1', '0', '0.1', '2', '1e21'], like: ['count', 'box.size', 'value'] },
  amount: { values: ['-10', '-9.5', '0', '9.5', '9.5000001', '10'], like: ['box.price'] },
  value: { values: ['-1', '0.1', '1', '10'], like: ['count', 'value', 'next.value'] },
  'next.value': { values: ['0', '0.1', '2'], like: [] },
  twice: { values: ['-1', '2', '20'], like: ['count', 'total'] },
  size: { values: ['1', '2', '5'], like: ['level', 'next.size'] },
  total: { values: ['0', '1', '3', '6'], like: ['level', 'size'] },
  level: { values: ['1', '3'], like: ['count'] },
  done: { values: ['true', 'false'], like: ['box.full', 'next.done'] },
  day: { values: ['$today', '$today-1y'], like: ['box.day', 'next.day'] },
  at: { values: ['$now', '$today-3m', '$now+2h'], like: ['createdAt'] },
};

/** What only an expression can say of a thing. */
const number = fc.constantFrom(
  'count',
  'weight',
  'amount',
  'box.size',
  'twice',
  'next.total',
  '0.1',
  '3',
  'length(label)',
);
const calculated = fc.oneof(
  fc
    .tuple(
      number,
      fc.constantFrom('+', '-', '*', '/', '%'),
      number,
      fc.constantFrom('<', '>=', '='),
    )
    .map(([left, by, right, sign]) => `${left} ${by} ${right} ${sign} round(weight * 2) + 1`),
  fc
    .tuple(number, number)
    .map(([one, other]) => `if(done, ${one}, coalesce(${other}, 7)) != min(${one}, ${other})`),
  fc.constantFrom(
    "concat(label, story, count) != 'aa' and year(day) = 2024",
    'days(day, box.day) > 0 or year(at) * 2 = 4052',
    'days(day, $today) > 700',
    "lower(owner.name) = 'o1' or upper(label) = label",
    'length(owner.name) - count > 1',
    'not done = (count + 1 > weight)',
    "first(label of things.next by -day, code) = 'a'",
    "list(level of things.peers by code) != ''",
    'count(things.next where weight * 2 > count) + 1 > length(label)',
  ),
  fc
    .tuple(
      fc.constantFrom('next', 'peers', 'peers.next'),
      fc.constantFrom('sum', 'avg', 'median', 'min', 'max'),
      number.filter((one) => !one.includes('(')),
      fc.constantFrom('<', '>=', '='),
    )
    .map(([by, name, value, sign]) => `${name}(${value} of things.${by} where done) ${sign} 2 * 1`),
);

const comparison = fc.constantFrom(...Object.keys(named)).chain((path) => {
  const { values, like } = named[path]!;
  const equal = fc.constantFrom('=', '!=');
  const sign = path === 'done' ? equal : fc.constantFrom('=', '!=', '<', '<=', '>', '>=');
  const compared = fc.tuple(sign, fc.constantFrom(...values, ...like), fc.boolean());
  return fc.oneof(
    compared.map(([by, other, isTurned]) =>
      isTurned ? `${other} ${by} ${path}` : `${path} ${by} ${other}`,
    ),
    equal.map((by) => `${path} ${by} null`),
    fc.constantFrom('done', 'owner._id = $user', "owner._id != 'o1'"),
  );
});

const counted = fc
  .tuple(
    fc.constantFrom('next', 'peers'),
    fc.oneof(
      comparison,
      fc.tuple(comparison, comparison).map(([one, other]) => `${one} and ${other}`),
    ),
    fc.constantFrom('=', '<', '>='),
    fc.nat(3),
  )
  .map(([by, where, sign, most]) => `count(things.${by} where ${where}) ${sign} ${most}`);

/** Conditions of things as the descriptor has them, in the words of an expression. */
export const { condition } = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { arbitrary: comparison, weight: 2 },
    calculated,
    counted,
    fc
      .tuple(tie('condition'), fc.constantFrom('and', 'or'), tie('condition'))
      .map(([one, by, other]) => `(${one} ${by} ${other})`),
    tie('condition').map((inner) => `not (${inner})`),
  ),
}));

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
