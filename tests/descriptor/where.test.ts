import { describe, expect, test } from 'vitest';
import { parseWhere } from '../../src/descriptor/filter/where.ts';
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
    [{ code: 'half \ud800' }, 'Q004', 'where.code'],
    [{ notes: [{}] }, 'Q003', 'where.notes'],
    [{ secret: 'x' }, 'Q002', 'where.secret'],
    [JSON.parse('{"__proto__":{"year":1}}'), 'Q002', 'where.__proto__'],
    [{ constructor: 1 }, 'Q002', 'where.constructor'],
  ])('%j is refused', (where, code, path) => {
    expect(read(where)).toMatchObject({ problems: [{ code, path }] });
  });

  test('may be ten levels deep, not eleven', () => {
    expect(read(nest(10))).toHaveProperty('filter');
    expect(read(nest(11))).toMatchObject({ problems: [{ code: 'Q006' }] });
  });

  test('may have fifty terms, not fifty-one', () => {
    const terms = (count: number) => ({ or: Array.from({ length: count }, () => ({ year: 1 })) });

    expect(read(terms(50))).toHaveProperty('filter');
    expect(read(terms(51))).toMatchObject({ problems: [{ code: 'Q010', path: 'where' }] });
  });

  test('of more terms than that is not read to its end', () => {
    const parsed = read({ or: Array.from({ length: 500 }, () => ({ yeer: 1 })) });

    expect('problems' in parsed && parsed.problems).toHaveLength(51);
  });
});
