import { expect, test } from 'vitest';
import { toDeclaredFilter, writeFilter } from '../../src/descriptor/filter/declared-filter.ts';
import { books } from './library.ts';

test.each([
  [{ status: 'new' }, 'status = new'],
  [{ status: ['new', 'old'], year_gte: 2000 }, 'status = new | old, year ≥ 2000'],
  [{ or: [{ lent: true }, { code_null: true }] }, 'lent = true | code = ∅'],
  [
    { year: 1600, or: [{ lent: true }, { name_nnull: true }] },
    'year = 1600, (lent = true | name ≠ ∅)',
  ],
  [{ not: { name_contains: 'x' } }, 'not (name = …x…)'],
  [{ name_starts: 'a', code_ends: 'z' }, 'name = a…, code = …z'],
  [{ year_between: [1600, 1700] }, 'year = 1600…1700'],
  [{ bought_lt: '$today-30d', year_nin: [1600] }, 'bought < $today-30d, year ≠ 1600'],
  [{ price_gt: { $field: 'rating' } }, 'price > rating'],
  [{ lastLent_lte: '$now', name_ncontains: 'b' }, 'lastLent ≤ $now, name ≠ …b…'],
])('%j is said as %s', (where, text) => {
  expect(writeFilter(toDeclaredFilter(books, where).unresolved)).toBe(text);
});
