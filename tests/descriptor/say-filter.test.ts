import { expect, test } from 'vitest';
import {
  fieldsBeyond,
  fieldsOfFilter,
  toDeclaredFilter,
  formatFilter,
} from '../../src/descriptor/filter/declared-filter.ts';
import { conditionParams } from '../../src/descriptor/filter/condition-params.ts';
import { choiceParams } from '../../src/fields/type/choice-list.ts';
import { books, library } from './library.ts';

test.each([
  [{ status: 'new' }, 'status = new'],
  [{ status: ['new', 'old'], year_gte: 2000 }, 'status = new | old, year ≥ 2000'],
  [{ or: [{ lent: true }, { code_null: true }] }, 'lent = true | code = ∅'],
  [
    { year: 1600, or: [{ lent: true }, { name_nnull: true }] },
    'year = 1600, (lent = true | name ≠ ∅)',
  ],
  [{ not: { name_contains: 'x' } }, 'not (name = …x…)'],
  [
    { or: [{ year: 1600, lent: true }, { and: [{ year: 1 }] }] },
    '(year = 1600, lent = true) | year = 1',
  ],
  [{ bought: '$today', lastLent_gt: '$now+2h' }, 'bought = $today, lastLent > $now+2h'],
  [{ name_starts: 'a', code_ends: 'z' }, 'name = a…, code = …z'],
  [{ year_between: [1600, 1700] }, 'year = 1600…1700'],
  [{ bought_lt: '$today-30d', year_nin: [1600] }, 'bought < $today-30d, year ≠ 1600'],
  [{ price_gt: { $field: 'rating' } }, 'price > rating'],
  [{ lastLent_lte: '$now', name_ncontains: 'b' }, 'lastLent ≤ $now, name ≠ …b…'],
])('%j is worded as %s', (where, text) => {
  expect(formatFilter(toDeclaredFilter(books, where).unresolved)).toBe(text);
});

test('a declared filter names each field once, on both sides of a comparison', () => {
  const where = { 'shelf.row': 1, or: [{ year: 1 }, { not: { price_gt: { $field: 'rating' } } }] };

  expect(fieldsOfFilter(toDeclaredFilter(books, where))).toEqual([
    'shelf',
    'year',
    'price',
    'rating',
  ]);
});

test('a declared filter is refused if it is invalid, or refers to other records where it cannot', () => {
  expect(() => toDeclaredFilter(books, { yeer: 1, lent: 3 })).toThrow('where.yeer, where.lent');
  expect(() => toDeclaredFilter(books, { 'author.name': 'x' })).toThrow('where.author.name');
});

test.each([
  [{ 'author.name': 'x' }, 'author.name = x', ['author'], ['authors.name']],
  [{ 'author.name_neq': 'x' }, 'not (author.name = x)', ['author'], ['authors.name']],
])('a filter on other records: %j is worded as %j', (where, text, own, beyond) => {
  const filter = toDeclaredFilter(books, where, library.resources);

  expect(formatFilter(filter.unresolved)).toBe(text);
  expect(fieldsOfFilter(filter)).toEqual(own);
  expect(fieldsBeyond(filter.unresolved).map((each) => `${each.resource}.${each.field}`)).toEqual(
    beyond,
  );
});

test('a condition in a problem has the labels of fields and choices in each language', () => {
  const status = books.fields.get('status')!;
  const labelled = {
    ...status,
    label: { en: 'State', de: 'Zustand' },
    settings: { choices: [{ value: 'new', label: { en: 'New', de: 'Neu' } }, 'old'] },
  };
  const fields = new Map([...books.fields, ['status', labelled] as const]);
  const filter = toDeclaredFilter(books, { status: ['new', 'old'] }).unresolved;

  expect(conditionParams({ ...books, fields }, filter)).toEqual({
    condition: 'status = new | old',
    condition_en: 'State = New | old',
    condition_de: 'Zustand = Neu | old',
    fields: 'status',
  });
  expect(choiceParams('choices', ['new', 'old'], labelled.settings)).toEqual({
    choices: 'new, old',
    choices_en: 'New, old',
    choices_de: 'Neu, old',
  });
});
