import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parsedDeclared } from '../../src/descriptor/expression/parse-expression.ts';
import { evaluateFilter } from '../../src/descriptor/filter/evaluate-filter.ts';
import { fromWhere, toWhere } from '../../src/descriptor/filter/filter-tree.ts';
import { readCondition } from '../../src/descriptor/filter/read-condition.ts';
import { parseWhere } from '../../src/descriptor/filter/where.ts';
import { isFieldOperand, type Filter, type Leaf } from '../../src/descriptor/filter/filter.ts';
import type { Operator } from '../../src/fields/type/operators.ts';
import { parseRecords } from '../../src/store/memory/free-memory.ts';
import { brokenSql } from '../../src/store/records/rules/broken-sql.ts';
import { compileExpression } from '../../src/store/schema/expression/compile-expression.ts';
import { allRecords } from '../../src/store/schema/expression/maintained.ts';
import { reachFrom } from '../../src/store/schema/expression/reach.ts';
import { nobody, openTestStore, recordOf, type TestStore } from '../support/store.ts';
import {
  days,
  ids,
  labels,
  moments,
  numbers,
  numerals,
  thing,
  wholes,
  written,
} from '../support/compared-things.ts';
import { shapes } from '../support/shapes.ts';

/*
 * A condition holds in a form and on the server because JavaScript and PostgreSQL mean the same
 * by a filter. Here both are asked the same, of records and filters nobody chose.
 */

let store: TestStore;
let records: Record<string, unknown>[];

beforeAll(async () => {
  store = await openTestStore(shapes);
  const owners = store.resource('owners');
  for (const id of ids) recordOf(await store.store.create(owners, { name: id }, nobody, id));
  const things = fc.sample(thing, { numRuns: 120, seed: 7 });
  records = [];
  for (const [at, values] of things.entries()) {
    const given = { ...values, code: `thing ${at}` };
    const outcome = await store.store.create(store.resource('things'), given, nobody, `t${at}`);
    records.push(recordOf(outcome));
  }
});
afterAll(() => store.close());

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

const { filter } = fc.letrec<{ filter: Filter; list: Filter[] }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    tie('list').map((and) => ({ and })),
    tie('list').map((or) => ({ or })),
    tie('filter').map((not) => ({ not })),
  ),
  list: fc.array(tie('filter'), { maxLength: 3 }),
}));

describe('a filter', () => {
  test('means the same to PostgreSQL, to a trigger and to a condition of the form', async () => {
    await fc.assert(
      fc.asyncProperty(filter, async (asked) => {
        const found = await findIds(asked);

        const expected = records
          .filter((record) => evaluateFilter(asked, record))
          .map(({ _id }) => String(_id));

        expect(found).toEqual(expected.toSorted());
        expect(await idsByTrigger(asked)).toEqual(found);
      }),
      { numRuns: 400 },
    );
  }, 60_000);
});

/** What a condition can name, with the values to compare it with, as it writes them, and the fields like it. */
const named: Record<string, { values: readonly string[]; like: readonly string[] }> = {
  label: { values: labels.map(quoted), like: ['story', 'box.name', 'label'] },
  'box.name': { values: labels.map(quoted), like: ['label'] },
  number: { values: numerals.map(quoted), like: ['label', 'box.name', 'number'] },
  'owner.name': { values: ids.map(quoted), like: [] },
  count: { values: ['-1', '0', '1', '2', '10'], like: ['weight', 'level', 'count'] },
  weight: { values: ['-1', '0', '0.1', '2', '1e21'], like: ['count', 'box.size'] },
  amount: { values: ['-10', '-9.5', '0', '9.5', '9.5000001', '10'], like: ['box.price'] },
  level: { values: ['1', '3'], like: ['count'] },
  done: { values: ['true', 'false'], like: ['box.full'] },
  day: { values: [], like: ['box.day'] },
  at: { values: [], like: ['createdAt'] },
};

const condition = conditionOf('thing', Object.keys(named));
const ofOwners = conditionOf(
  'owner',
  Object.keys(named).filter((path) => path !== 'owner.name'),
);

function conditionOf(what: 'thing' | 'owner', from: readonly string[]): fc.Arbitrary<string> {
  const atom = fc.constantFrom(...from).chain((path) => {
    const { values, like } = named[path]!;
    const equal = fc.constantFrom('=', '!=');
    const sign = path === 'done' ? equal : fc.constantFrom('=', '!=', '<', '<=', '>', '>=');
    const value = [...values, ...like];
    const compared = fc.tuple(sign, fc.constantFrom(...value), fc.boolean());
    return fc.oneof(
      compared.map(([by, other, isTurned]) =>
        isTurned ? `${other} ${by} ${path}` : `${path} ${by} ${other}`,
      ),
      equal.map((by) => `${path} ${by} null`),
      fc.constant('done'),
    );
  });
  return fc.letrec<{ whole: string }>((tie) => ({
    whole: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      what === 'thing' ? atom : counted(atom),
      fc
        .tuple(tie('whole'), fc.constantFrom('and', 'or'), tie('whole'))
        .map(([one, by, other]) => `(${one} ${by} ${other})`),
      tie('whole').map((inner) => `not (${inner})`),
    ),
  })).whole;
}

function counted(inner: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom('owner', 'helpers'), inner, fc.constantFrom('=', '<', '>='), fc.nat(9))
    .map(([by, where, sign, most]) => `count(things.${by} where ${where}) ${sign} ${most}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

describe('a condition', () => {
  test('means the same as an expression, as a filter, in memory and through the builder', async () => {
    await fc.assert(
      fc.asyncProperty(condition, async (text) => {
        const [filter, built] = filtersOf('things', text);
        const found = await findIds(filter);

        expect(found).toEqual(await idsBySql('things', text));
        expect(await findIds(built)).toEqual(found);
        // Other records are not in memory.
        const judged = await store.store.settle(store.resource('things'), filter, records);
        expect(found).toEqual(
          records
            .filter((record) => evaluateFilter(judged, record))
            .map(({ _id }) => String(_id))
            .toSorted(),
        );
      }),
      { numRuns: 250 },
    );
  }, 60_000);

  test('about the records that refer to one means the same as an expression and as a filter', async () => {
    await fc.assert(
      fc.asyncProperty(ofOwners, async (text) => {
        const [filter, built] = filtersOf('owners', text);
        const found = await findIds(filter, 'owners');

        expect(found).toEqual(await idsBySql('owners', text));
        expect(await findIds(built, 'owners')).toEqual(found);
      }),
      { numRuns: 250 },
    );
  }, 60_000);
});

/** The filter of a condition, as it is read and as the builder writes it again. */
function filtersOf(name: string, text: string): [Filter, Filter] {
  const context = { descriptor: store.descriptor, role: 'admin', resource: store.resource(name) };
  const read = readCondition(text);
  if ('problems' in read) throw new Error(`${text}: ${read.problems[0]?.message}`);
  const filterOf = (where: unknown): Filter => {
    const parsed = parseWhere({ ...context, where });
    if ('problems' in parsed) throw new Error(`${text}: ${JSON.stringify(parsed.problems)}`);
    return parsed.filter ?? { and: [] };
  };
  const tree = fromWhere(context, read.where);
  return [filterOf(read.where), filterOf('tree' in tree ? toWhere(tree.tree) : undefined)];
}

/** The records of which the expression is true to PostgreSQL, as computed fields compute it. */
async function idsBySql(name: string, text: string): Promise<string[]> {
  const reach = reachFrom(allRecords(store.descriptor), store.resource(name), 'r.');
  const { sql } = compileExpression(parsedDeclared(text), reach);
  const { rows } = await store.database.query(`select r._id from "${name}" r where ${sql}`);
  return rows.map(({ _id }) => String(_id)).toSorted();
}

/** The records that meet a filter as the trigger of a check judges it, without parameters. */
async function idsByTrigger(holds: Filter): Promise<string[]> {
  const broken = brokenSql(store.descriptor, store.resource('things'), { holds }, 'r.');
  const { rows } = await store.database.query(
    `select r._id from "things" r where not (${broken}) order by r._id`,
  );
  return rows.map(({ _id }) => String(_id)).toSorted();
}

async function findIds(asked: Filter, name = 'things'): Promise<string[]> {
  const query = { filter: asked, sort: [], page: 1, perPage: 1000, total: 'none' } as const;
  const list = await store.store.list(store.resource(name), query);
  return parseRecords(list)
    .map(({ _id }) => _id)
    .toSorted();
}
