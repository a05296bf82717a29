import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { operators } from '../../src/fields/type/operators.ts';
import { filterPaths, findFilterPath } from '../../src/descriptor/filter/filter-paths.ts';
import {
  fromWhere,
  toNormalTree,
  toWhere,
  type FilterTerm,
  type FilterTree,
} from '../../src/descriptor/filter/filter-tree.ts';
import { parseListQuery } from '../../src/descriptor/filter/query.ts';
import { parseWhere } from '../../src/descriptor/filter/where.ts';
import { books, library, resourceOf } from './library.ts';

const moment = { now: new Date('2026-01-02T03:04:05Z'), userId: 'me', timeZone: 'UTC' };
const context = { descriptor: library, role: 'staff', resource: books, moment };
const ofAuthors = { ...context, resource: resourceOf('authors') };

/** Values a screen may hold, by the name of a field; enough to meet every way an operand is read. */
const samples: Record<string, unknown[]> = {
  code: ['a', 'a,b', '50 %', '100%2C', 'gte', '$x', '"quoted"'],
  year: [1999, 2000],
  lent: [true, false],
  bought: ['2020-01-01', '$today-30d'],
  status: ['new', 'old'],
  keywords: ['red', 'a_b'],
  author: ['a1', 'a2'],
  'author.name': ['Ann', 'O’Neill & Söhne'],
  'editors.name': ['Bob', 'Cleo'],
  'shelf.row': [1, 2],
  createdBy: ['$user', 'u1'],
  createdAt: ['2020-01-01T00:00:00.000Z', '$now-1d'],
};

const takers = {
  one: (values: fc.Arbitrary<unknown>) => values,
  many: (values: fc.Arbitrary<unknown>) => fc.array(values, { minLength: 1, maxLength: 3 }),
  two: (values: fc.Arbitrary<unknown>) =>
    fc.tuple(values, values).map((pair) => pair.sort(upwards)),
  text: () => fc.constantFrom('a', 'a,b', '50 %', 'ä_'),
  words: () => fc.constantFrom('a', 'a "b c" -d', 'a or b'),
  flag: () => fc.constant(true),
};

/** Of two the smaller one comes first. */
function upwards(one: unknown, other: unknown): number {
  return typeof one === 'number' ? one - Number(other) : 0;
}

const term: fc.Arbitrary<FilterTerm> = fc.constantFrom(...Object.keys(samples)).chain((path) => {
  const offered = findFilterPath(context, path)!.operators;
  return fc.constantFrom(...offered).chain((operator) =>
    takers[operators[operator].takes](fc.constantFrom(...samples[path]!)).map((value) => ({
      path,
      operator,
      value,
    })),
  );
});

const { tree } = fc.letrec<{ tree: FilterTree; item: FilterTree | FilterTerm }>((tie) => ({
  item: fc.oneof({ depthSize: 'small', withCrossShrink: true }, term, tie('tree')),
  tree: fc
    .record({
      join: fc.constantFrom('and' as const, 'or' as const),
      not: fc.boolean(),
      items: fc.array(tie('item'), { minLength: 1, maxLength: 3 }),
    })
    .map(({ not, ...rest }) => ({ ...rest, ...(not ? { not: true as const } : {}) })),
}));

describe('a filter on a screen', () => {
  test('is the same as a tree, as JSON and for the API', () => {
    fc.assert(
      fc.property(tree, (held) => {
        const where = toWhere(held);
        const meant = parseWhere({ ...context, where });
        fc.pre('filter' in meant);

        const again = fromWhere(context, where);
        const params = new URLSearchParams({ q: 'some words', where: JSON.stringify(where) });
        const asked = parseListQuery({ ...context, params });

        if (!('tree' in again)) throw new Error('not read back');
        expect(again).toEqual({ tree: toNormalTree(held) });
        expect(toWhere(again.tree)).toEqual(where);
        expect(asked).toMatchObject({ query: { q: 'some words', filter: meant.filter } });
      }),
      { numRuns: 300 },
    );
  });

  test('of a single term equals a parameter', () => {
    fc.assert(
      fc.property(term, (held) => {
        const where = toWhere({ join: 'and', items: [held] });
        const [key, value] = Object.entries(where)[0]!;
        const params = new URLSearchParams(
          Array.isArray(value) && value.length > 1
            ? value.map((each) => [key, String(each)])
            : [[key, [value].flat().map(escape).join(',')]],
        );

        const read = parseListQuery({ ...context, params });

        if ('problems' in read) throw new Error(JSON.stringify(read.problems));
        expect({ filter: read.query.filter }).toEqual(parseWhere({ ...context, where }));

        function escape(each: unknown): string {
          const isList = Array.isArray(value);
          return isList ? String(each).replace(/%/g, '%25').replace(/,/g, '%2C') : String(each);
        }
      }),
      { numRuns: 300 },
    );
  });
});

test('a filter keeps a comparison with another field', () => {
  const where = { year_gt: { $field: 'shelf.row' } };
  const read = fromWhere(context, where);

  const [item] = ('tree' in read ? read.tree.items : []) as FilterTerm[];
  expect(item).toEqual({ path: 'year', operator: 'gt', value: { $field: 'shelf.row' } });
  expect(item!.value).not.toBe(where.year_gt);
});

test('a filter refuses what the API refuses, with the same messages', () => {
  const where = { or: [{ yeer: 1 }, { secret: 'x' }] };

  expect(fromWhere(context, where)).toEqual(parseWhere({ ...context, where }));
});

describe('the fields of a filter', () => {
  const paths = (of: typeof context) => filterPaths(of).map(({ path }) => path);

  test('are all readable fields, those one reference further, and counts', () => {
    expect(paths(context)).toEqual(
      expect.arrayContaining(['year', 'shelf.row', '_id', 'author.name', 'createdBy.name']),
    );
    expect(paths(ofAuthors)).toEqual(
      expect.arrayContaining(['name', 'count(books.author)', 'count(books.editors)']),
    );
  });

  test('are found by path', () => {
    const authors = resourceOf('authors');
    const author = books.fields.get('author');

    expect(findFilterPath(ofAuthors, 'count(books.author)')).toMatchObject({
      path: 'count(books.author)',
      field: { name: 'count' },
      count: { resource: books, field: author },
    });
    expect(findFilterPath(context, 'author.name')).toMatchObject({
      path: 'author.name',
      field: authors.fields.get('name'),
      through: author,
    });
    expect(findFilterPath({ ...context, role: 'admin' }, 'editors.createdBy.name')).toMatchObject({
      through: { label: { en: 'Editors › Created by' } },
      followed: 2,
    });
    const missing = ['nothing', 'author.nothing', 'nothing.name', 'count(books.name)', 'secret'];
    expect(missing.map((path) => findFilterPath(context, path))).toEqual(
      missing.map(() => undefined),
    );
  });

  test('include nothing hidden', () => {
    const all = [...paths(context), ...paths(ofAuthors)];
    expect(all.filter((path) => /secret|email/.test(path))).toEqual([]);
    expect(
      paths({ ...context, role: 'viewer' }).filter((path) => path.startsWith('author.')),
    ).toEqual([]);
    expect(paths({ ...ofAuthors, role: 'viewer' })).not.toContain('name');
  });

  test.each([context, ofAuthors])('are all accepted by the API', (of) => {
    for (const { path, operators: offered } of filterPaths(of))
      for (const operator of offered) {
        const read = parseWhere({ ...of, where: { [`${path}_${operator}`]: [[]] } });
        const codes = 'problems' in read ? read.problems.map(({ code }) => code) : [];
        expect(codes, `${path}_${operator}`).toEqual([expect.stringMatching(/^(Q004|V008)$/)]);
      }
  });
});
