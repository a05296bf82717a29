import { expect, test } from 'vitest';
import { toListQuery, toWhere } from '../../../src/admin/client/list-query.ts';

test.each([
  ['nothing', {}, ''],
  ['an equality', { status: 'draft' }, 'status=draft'],
  ['an operator', { year_gte: 2000 }, 'year_gte=2000'],
  ['false and zero, which are values', { done: false, year: 0 }, 'done=false&year=0'],
  ['several values of one operator', { tier_in: [1, 2] }, 'tier_in=1,2'],
  ['several values without an operator', { tier: [1, 2] }, 'tier=1&tier=2'],
  [
    'a part of an object, as forms hold it',
    { tagtog: { id_contains: 'x' } },
    'tagtog.id_contains=x',
  ],
  ['a part of an object, as filters name it', { 'tagtog.id': 'x' }, 'tagtog.id=x'],
  ['the words to search for', { q: 'bis phenol' }, 'q=bis phenol'],
  ['the id, which react-admin calls otherwise', { id: 'a' }, '_id=a'],
  ['no empty condition', { a: '', b: null, c: undefined, d: [], e: {} }, ''],
  ['a nested filter', { where: { or: [{ a: 1 }] } }, 'where={"or":[{"a":1}]}'],
  [
    'values with a comma, which the server would split',
    { name_in: ['a,b', 'c'] },
    'where={"name_in":["a,b","c"]}',
  ],
  [
    'several that need JSON',
    { name_in: ['a,b'], title_in: ['50 %'] },
    'where={"and":[{"name_in":["a,b"]},{"title_in":["50 %"]}]}',
  ],
])('asks for %s', (_, filter, expected) => {
  const query = toListQuery({ filter });

  expect(readable(query)).toBe(expected);
});

test.each([
  ['year', 'ASC', 'year'],
  ['year', 'DESC', '-year'],
  ['id', 'ASC', '_id'],
  ['year,-name', 'DESC', '-year,-name'],
])('sorts by %s %s', (field, order, expected) => {
  const query = toListQuery({ sort: { field, order } });

  expect(query.get('_sort')).toBe(expected);
});

test('asks for a page, for fields and for the way to count', () => {
  const query = toListQuery({
    pagination: { page: 3, perPage: 25 },
    fields: ['name', 'year'],
    total: 'none',
  });

  expect(readable(query)).toBe('_page=3&_perPage=25&_fields=name,year&_total=none');
});

test('sends the same filter in the body of a bulk action', () => {
  const chosen = toWhere({ q: 'x', tier_in: [1, 2], where: { or: [{ a: 1 }] }, empty: '' });

  expect(chosen).toEqual({ q: 'x', where: { and: [{ tier_in: [1, 2] }, { or: [{ a: 1 }] }] } });
});

function readable(query: URLSearchParams): string {
  return [...query].map(([name, value]) => `${name}=${value}`).join('&');
}
