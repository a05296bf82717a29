import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parsedDeclared } from '../../src/descriptor/expression/parse-expression.ts';
import { evaluateFilter } from '../../src/descriptor/filter/evaluate-filter.ts';
import { parseWhere } from '../../src/descriptor/filter/where.ts';
import { parseRecords } from '../../src/store/memory/free-memory.ts';
import { compileExpression } from '../../src/store/schema/expression/compile-expression.ts';
import { allRecords } from '../../src/store/schema/expression/maintained.ts';
import { reachFrom } from '../../src/store/schema/expression/reach.ts';
import { nobody, openTestStore, recordOf, type TestStore } from '../support/store.ts';

/*
 * What a condition means of `<2` is said by the numbers that it can be: the condition must hold for each. The filter in
 * SQL and in memory and the expression in SQL must all say so.
 */

const qualifiers = ['=', '<', '<=', '>', '>=', '~'] as const;
const sign = { type: 'choice', choices: qualifiers };

let store: TestStore;
const records: Record<string, unknown>[] = [];

beforeAll(async () => {
  store = await openTestStore({
    methods: { fields: { name: { type: 'text' }, limit: qualified('number', 'sign'), sign } },
    results: {
      fields: {
        value: qualified('number', 'valueSign'),
        valueSign: sign,
        exact: qualified('decimal', 'exactSign'),
        exactSign: sign,
        other: qualified('number', 'otherSign'),
        otherSign: sign,
        method: { type: 'reference', to: 'methods' },
        isLow: { type: 'boolean', computed: 'value < 1', stored: true },
      },
    },
  });
  const methods = store.resource('methods');
  recordOf(await store.store.create(methods, { limit: 1, sign: '<' }, nobody, 'm'));
  const given = fc.sample(fc.record({ one: measured, two: measured }), { numRuns: 120, seed: 3 });
  for (const [at, { one, two }] of given.entries()) {
    const values = {
      value: one.number,
      valueSign: one.sign,
      other: two.number,
      otherSign: two.sign,
      exact: one.number === null ? null : String(one.number),
      exactSign: one.sign,
      method: at % 2 === 0 ? 'm' : null,
    };
    const made = await store.store.create(store.resource('results'), values, nobody, `r${at}`);
    records.push(recordOf(made));
  }
});
afterAll(() => store.close());

function qualified(type: string, qualifier: string) {
  return { type, qualifier };
}

const number = fc.integer({ min: -2, max: 2 });
const measured = fc.record({
  number: fc.option(number, { freq: 8 }),
  sign: fc.option(fc.constantFrom(...qualifiers), { freq: 4 }),
});

type Measured = { number: unknown; sign: string | null };

/** Some of the numbers that a value can be, near its bound and far from it. */
function numbersOf({ number: bound, sign: qualifier }: Measured): number[] {
  const at = Number(bound);
  const below = [at - 0.01, at - 100];
  const above = [at + 0.01, at + 100];
  const among: Record<string, number[]> = {
    '=': [at],
    '<': below,
    '<=': [at, ...below],
    '>': above,
    '>=': [at, ...above],
    '~': [at, ...below, ...above],
  };
  return bound === null || bound === undefined ? [] : (among[qualifier ?? '='] ?? []);
}

function measure(record: Record<string, unknown>, name: string): Measured {
  return { number: record[name] ?? null, sign: (record[`${name}Sign`] ?? null) as string | null };
}

const orders = {
  lt: (left: number, right: number) => left < right,
  lte: (left: number, right: number) => left <= right,
  gt: (left: number, right: number) => left > right,
  gte: (left: number, right: number) => left >= right,
  eq: (left: number, right: number) => left === right,
};
type Order = keyof typeof orders;
const order = fc.constantFrom<Order[]>('lt', 'lte', 'gt', 'gte', 'eq');
const signs = { lt: '<', lte: '<=', gt: '>', gte: '>=', eq: '=' };

function isCertain(one: Measured, operator: Order, other: Measured): boolean {
  const [left, right] = [numbersOf(one), numbersOf(other)];
  const holds = left.every((a) => right.every((b) => orders[operator](a, b)));
  return left.length > 0 && right.length > 0 && holds;
}

const exactly = (value: number): Measured => ({ number: value, sign: null });

function idsIn(holds: (record: Record<string, unknown>) => boolean): string[] {
  return records
    .filter(holds)
    .map(({ _id }) => String(_id))
    .toSorted();
}

function filterOf(where: object) {
  const resource = store.resource('results');
  const parsed = parseWhere({ descriptor: store.descriptor, role: 'admin', resource, where });
  if ('problems' in parsed || !parsed.filter) throw new Error(JSON.stringify(parsed));
  return parsed.filter;
}

async function idsBySql(where: object): Promise<string[]> {
  const query = { filter: filterOf(where), sort: [], page: 1, perPage: 1000 };
  const list = await store.store.list(store.resource('results'), { ...query, total: 'none' });
  return parseRecords(list)
    .map((record) => String((record as { _id: unknown })._id))
    .toSorted();
}

async function idsByExpression(text: string): Promise<string[]> {
  const reach = reachFrom(allRecords(store.descriptor), store.resource('results'), 'r.');
  const { sql } = compileExpression(parsedDeclared(text), reach);
  const { rows } = await store.database.query(`select r._id from "results" r where ${sql}`);
  return rows.map(({ _id }) => String(_id)).toSorted();
}

const field = fc.constantFrom('value', 'exact');

describe('a condition on values of which some are bounds', () => {
  test('matches those of which it certainly holds', async () => {
    await fc.assert(
      fc.asyncProperty(field, order, number, async (name, operator, bound) => {
        const where = { [`${name}_${operator}`]: name === 'exact' ? String(bound) : bound };
        const certain = idsIn((it) => isCertain(measure(it, name), operator, exactly(bound)));

        expect(await idsBySql(where)).toEqual(certain);
        expect(idsIn((it) => evaluateFilter(filterOf(where), it))).toEqual(certain);
        expect(await idsByExpression(`${name} ${signs[operator]} ${bound}`)).toEqual(certain);
        expect(await idsBySql({ not: where })).toEqual(
          idsIn((it) => !certain.includes(String(it['_id']))),
        );
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  test('compares two of them where it certainly holds of both', async () => {
    await fc.assert(
      fc.asyncProperty(order, async (operator) => {
        const where = { [`value_${operator}`]: { $field: 'other' } };
        const certain = idsIn((it) =>
          isCertain(measure(it, 'value'), operator, measure(it, 'other')),
        );

        expect(await idsBySql(where)).toEqual(certain);
        expect(idsIn((it) => evaluateFilter(filterOf(where), it))).toEqual(certain);
        // To an expression, two empty values are equal.
        const same = `value ${signs[operator]} other and value != null`;
        expect(await idsByExpression(same)).toEqual(certain);
      }),
      { numRuns: 15 },
    );
  }, 60_000);

  test.each<[where: object, holds: (value: Measured) => boolean]>([
    [{ value_neq: 1 }, (it) => !isCertain(it, 'eq', exactly(1))],
    [{ value_in: [0, 1] }, (it) => [0, 1].some((one) => isCertain(it, 'eq', exactly(one)))],
    [{ value_nin: [0, 1] }, (it) => ![0, 1].some((one) => isCertain(it, 'eq', exactly(one)))],
    [
      { value_between: [-1, 1] },
      (it) => isCertain(it, 'gte', exactly(-1)) && isCertain(it, 'lte', exactly(1)),
    ],
    [{ value_null: true }, (it) => it.number === null],
  ])('%j', async (where, holds) => {
    const expected = idsIn((it) => holds(measure(it, 'value')));

    expect(await idsBySql(where)).toEqual(expected);
    expect(idsIn((it) => evaluateFilter(filterOf(where), it))).toEqual(expected);
  });

  test('means the same behind a reference and in a stored value', async () => {
    const behind = { 'method.limit_lt': 1 };

    expect(await idsBySql(behind)).toEqual(idsIn((it) => it['method'] === 'm'));
    expect(await idsByExpression('method.limit < 1')).toEqual(await idsBySql(behind));
    expect(await idsBySql({ 'method.limit': 1 })).toEqual([]);
    expect(await idsBySql({ isLow: true })).toEqual(await idsBySql({ value_lt: 1 }));
  });
});

test('groups have exact values, as their filters find them, and the number of bounds is said', async () => {
  const question = { measures: [], order: 'value', byId: false, page: 1, perPage: 50 } as const;
  const resource = store.resource('results');
  const page = await store.store.groups(resource, { ...question, path: 'value' }, {}, undefined);

  for (const { count, where } of page?.groups ?? [])
    expect(await idsBySql(where)).toHaveLength(count);
  const grouped = page?.groups.reduce((sum, { count }) => sum + count, 0) ?? 0;
  expect(page?.groups.length).toBeGreaterThan(3);
  expect(page?.longer).toBe(records.length - grouped);
  expect(page?.longer).toBeGreaterThan(0);
});

test('figures use the number of a bound, and say how many bounds they have', async () => {
  const resource = store.resource('results');
  const measures = (['sum', 'min', 'count'] as const).flatMap((name) =>
    ['value', 'exact'].map((path) => ({ path, function: name })),
  );
  const all = await store.store.aggregates(resource, measures, {}, undefined);
  const empty = { path: 'value', operator: 'in', operands: [77] } as const;
  const [none] = await store.store.aggregates(resource, measures, { filter: empty }, undefined);
  const question = { order: 'value', byId: false, page: 1, perPage: 50 } as const;
  const groups = { ...question, path: 'otherSign', measures: measures.slice(0, 1) };
  const page = await store.store.groups(resource, groups, {}, undefined);

  const filled = records.filter((it) => (it['value'] ?? null) !== null);
  const isBound = (it: Record<string, unknown>) => !['=', null].includes(measure(it, 'value').sign);
  const bounds = filled.filter(isBound).length;
  const sum = filled.reduce((total, it) => total + Number(it['value']), 0);
  expect(all.map(({ value }) => value)).toEqual([
    { value: sum, bounds },
    { value: sum.toFixed(2), bounds },
    { value: -2, bounds },
    { value: '-2.00', bounds },
    filled.length,
    filled.length,
  ]);
  expect(none?.value).toBeNull();
  const inGroups = page!.groups.map(({ measured }) => measured[0] as { bounds: number } | null);
  expect(inGroups.reduce((total, each) => total + (each?.bounds ?? 0), 0)).toBe(bounds);
});

test('a histogram counts exact values, as its bars find them, and says how many are bounds', async () => {
  const selection = { query: {}, readable: undefined };
  const [facet] = await store.store.facets(store.resource('results'), ['value'], selection.query);

  const isExact = (it: Record<string, unknown>) =>
    it['value'] !== null && ['=', null].includes((it['valueSign'] ?? null) as string | null);
  const exact = idsIn((it) => (it['value'] ?? null) !== null && isExact(it)).length;
  const all = idsIn((it) => (it['value'] ?? null) !== null).length;
  const counted = facet?.kind === 'histogram' ? facet.bins : [];
  expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(exact);
  expect(facet).toMatchObject({ bounds: all - exact });
});
