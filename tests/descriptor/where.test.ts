import { describe, expect, test } from 'vitest';
import { parseWhere, selectsAll } from '../../src/descriptor/filter/where.ts';
import { books, library } from './library.ts';

const read = (where: unknown) =>
  parseWhere({ descriptor: library, role: 'staff', resource: books, where });

const leaf = (path: string, operator: string, ...operands: unknown[]) => ({
  path,
  operator,
  operands,
});

function nest(levels: number): unknown {
  return levels === 0 ? { year: 1 } : { and: [nest(levels - 1)] };
}

describe('a nested filter', () => {
  test.each([
    [{ year_gte: 2000 }, leaf('year', 'gte', 2000)],
    [{ year_gte: '2000' }, leaf('year', 'gte', 2000)],
    [{ status: ['new', 'old'] }, leaf('status', 'in', 'new', 'old')],
    [{ _id: [] }, leaf('_id', 'in')],
    [{ _id_in: [] }, leaf('_id', 'in')],
    [{ code: null }, leaf('code', 'null')],
    [{ code_neq: null }, leaf('code', 'nnull')],
    [{ code: 'a,b' }, leaf('code', 'eq', 'a,b')],
    [{ code_null: true }, leaf('code', 'null')],
    [{ lent: false }, leaf('lent', 'eq', false)],
    [{ year: { $field: 'shelf.row' } }, leaf('year', 'eq', { field: 'shelf.row' })],
    [{ author: { $field: 'author' } }, leaf('author', 'eq', { field: 'author' })],
    [{ createdAt_gt: { $field: 'lastLent' } }, leaf('createdAt', 'gt', { field: 'lastLent' })],
    [{ year_between: [1, 1] }, leaf('year', 'between', 1, 1)],
    [{ code_between: ['b', 'a'] }, leaf('code', 'between', 'b', 'a')],
    [
      { bought_between: ['2020-01-02', '2020-01-02'] },
      leaf('bought', 'between', '2020-01-02', '2020-01-02'),
    ],
    [{ year_in: Array(1000).fill(1) }, leaf('year', 'in', ...Array<number>(1000).fill(1))],
    [{ year: 1, lent: true }, { and: [leaf('year', 'eq', 1), leaf('lent', 'eq', true)] }],
    [{ and: [] }, undefined],
    [{}, undefined],
    [{ or: [] }, { or: [] }],
    [{ or: [{ year: 1 }, {}] }, { or: [leaf('year', 'eq', 1), { and: [] }] }],
    [{ not: { 'shelf.room': 'A' } }, { not: leaf('shelf.room', 'eq', 'A') }],
    [
      { or: [{ year_gte: 2000 }, { not: { and: [{ lent: true }] } }] },
      { or: [leaf('year', 'gte', 2000), { not: { and: [leaf('lent', 'eq', true)] } }] },
    ],
  ])('%j is understood', (where, filter) => {
    expect(read(where)).toEqual(filter === undefined ? {} : { filter });
  });

  test.each([
    [null, 'Q004', 'where'],
    ['x', 'Q004', 'where'],
    [[], 'Q004', 'where'],
    [{ and: {} }, 'Q004', 'where.and'],
    [{ or: [1] }, 'Q004', 'where.or.0'],
    [{ not: [] }, 'Q004', 'where.not'],
    [{ yeer: 1 }, 'Q002', 'where.yeer'],
    [{ year_is: 1 }, 'Q003', 'where.year_is'],
    [{ year: {} }, 'Q004', 'where.year'],
    [{ year: [[1]] }, 'Q004', 'where.year'],
    [{ year_in: '1,2' }, 'Q004', 'where.year_in'],
    [{ year_between: [1] }, 'Q004', 'where.year_between'],
    [{ code_contains: 5 }, 'Q004', 'where.code_contains'],
    [{ code: 'half \ud800' }, 'V013', 'where.code'],
    [{ notes: [{}] }, 'Q003', 'where.notes'],
    [{ year: { $field: 5 } }, 'Q004', 'where.year'],
    [{ year: { $field: 'shelf.row', more: 1 } }, 'Q004', 'where.year'],
    [{ year_in: { $field: 'shelf.row' } }, 'Q003', 'where.year_in'],
    [{ year: { $field: 'yeer' } }, 'Q002', 'where.year.$field'],
    [{ year: { $field: 'code' } }, 'Q004', 'where.year.$field'],
    [{ keywords: { $field: 'keywords' } }, 'Q004', 'where.keywords.$field'],
    [{ author: { $field: '_id' } }, 'Q004', 'where.author.$field'],
    [{ year_between: [2, 1] }, 'Q004', 'where.year_between'],
    [{ bought_between: ['2020-01-02', '2020-01-01'] }, 'Q004', 'where.bought_between'],
    [{ secret: 'x' }, 'Q002', 'where.secret'],
    [JSON.parse('{"__proto__":{"year":1}}'), 'Q002', 'where.__proto__'],
    [{ constructor: 1 }, 'Q002', 'where.constructor'],
  ])('%j is refused', (where, code, path) => {
    expect(read(where)).toMatchObject({ problems: [{ code, path }] });
  });

  test('can be ten levels deep, not eleven', () => {
    expect(read(nest(10))).toHaveProperty('filter');
    expect(read(nest(11))).toMatchObject({ problems: [{ code: 'Q006' }] });
  });

  test('can have fifty terms, not fifty-one', () => {
    const terms = (count: number) => ({ or: Array.from({ length: count }, () => ({ year: 1 })) });

    expect(read(terms(50))).toHaveProperty('filter');
    expect(read(terms(51))).toMatchObject({ problems: [{ code: 'Q010', path: 'where' }] });
  });

  test('with more terms is not read to its end', () => {
    const parsed = read({ or: Array.from({ length: 500 }, () => ({ yeer: 1 })) });

    expect('problems' in parsed && parsed.problems).toHaveLength(51);
  });
});

test.each([
  [{ and: [] }, true],
  [{ or: [] }, false],
  [{ not: { or: [] } }, true],
  [{ not: { and: [] } }, false],
  [{ not: { not: { and: [] } } }, true],
  [{ not: { not: { or: [] } } }, false],
  [{ or: [{ year: 1 }, {}] }, true],
  [{ or: [{ year: 1 }, { or: [] }] }, false],
  [{ and: [{ not: { or: [] } }, { year: 1 }] }, false],
  [{ not: { and: [{ year: 1 }, { or: [] }] } }, true],
  [{ not: { and: [{ year: 1 }, { and: [] }] } }, false],
  [{ not: { or: [{ or: [] }, { not: {} }] } }, true],
  [{ not: { or: [{ or: [] }, { year: 1 }] } }, false],
  [{ year: 1 }, false],
  [{ not: { year: 1 } }, false],
])('knows whether %j selects every record: %s', (where, all) => {
  const parsed = read(where);
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));

  expect(!parsed.filter || selectsAll(parsed.filter)).toBe(all);
});
