import { describe, expect, test } from 'vitest';
import { formatExpression } from '../../src/descriptor/expression/format-expression.ts';
import { parseExpression } from '../../src/descriptor/expression/parse-expression.ts';
import { formatFilter } from '../../src/descriptor/filter/declared-filter.ts';
import { fromWhere, toWhere } from '../../src/descriptor/filter/filter-tree.ts';
import { parseListQuery } from '../../src/descriptor/filter/query.ts';
import { readCondition } from '../../src/descriptor/filter/read-condition.ts';
import { parseWhere } from '../../src/descriptor/filter/where.ts';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { right } from './broken-descriptors.ts';
import { books, library, resourceOf } from './library.ts';

const whereOf = (text: string, hasOwner = false) => {
  const read = readCondition(text, { hasOwner });
  return 'where' in read ? read.where : read.problems.map(({ message, at }) => [at, message]);
};

describe('a condition written as an expression', () => {
  test.each([
    ['year >= 2000', { year_gte: 2000 }],
    ['2000 <= year', { year_gte: 2000 }],
    ["status != 'old' and lent", { status_neq: 'old', lent: true }],
    ['year > 1 and year < 9 and lent', { year_gt: 1, year_lt: 9, lent: true }],
    [
      'lent and not (year > 1) and not bought',
      { and: [{ lent: true }, { not: { year_gt: 1 } }, { not: { bought: true } }] },
    ],
    ["status = 'new' or status = 'old'", { status: ['new', 'old'] }],
    ['lent or lent = false', { or: [{ lent: true }, { lent: false }] }],
    ['year = 1 or year > 2', { or: [{ year: 1 }, { year_gt: 2 }] }],
    ['year = 1 or (lent or year = 2)', { or: [{ year: 1 }, { lent: true }, { year: 2 }] }],
    ['not (year < -1.5)', { not: { year_lt: -1.5 } }],
    ['author.name = null', { 'author.name_null': true }],
    ['null != author', { author_nnull: true }],
    ['year < null', { or: [] }],
    ['true', {}],
    ['lent and false', { lent: true, or: [] }],
    ['author = $user and bought < $today-30d', { author: '$user', bought_lt: '$today-30d' }],
    ['year <= $year+1', { year_lte: '$year+1' }],
    ['year < rating', { year_lt: { $field: 'rating' } }],
    ['a = b', { or: [{ a: { $field: 'b' } }, { a_null: true, b_null: true }] }],
    ['a != b', { not: { or: [{ a: { $field: 'b' } }, { a_null: true, b_null: true }] } }],
    ['count(books.author) >= 2', { 'count(books.author)_gte': 2 }],
    [
      'count( books.author where  year > 1 or "it\'s" = code ) = 0',
      { "count(books.author where year > 1 or 'it''s' = code)": 0 },
    ],
  ])('%s is the same filter in JSON', (text, where) => {
    expect(whereOf(text)).toEqual(where);
  });

  test('compares in the filter of a reference with the record that refers', () => {
    expect(whereOf('country = $country and active', true)).toEqual({
      country: { $field: 'country' },
      active: true,
    });
  });

  test.each([
    ['price * 2 > 10'],
    ['year + 1'],
    ['lent = (year > 1)'],
    ['sum(price of books.author where lent) > 10'],
    ['$user'],
    ['1 = 1'],
    ['status = $before.status + 1'],
  ])('%s has no other form', (text) => {
    expect(whereOf(text)).toEqual({ $expression: text });
  });

  test('keeps comparisons beside what has no other form', () => {
    expect(whereOf('year * 2 > 1 and lent')).toEqual({ $expression: 'year * 2 > 1', lent: true });
    expect(whereOf('not (a + 1 = b) and c - 1 = d')).toEqual({
      not: { $expression: 'a + 1 = b' },
      $expression: 'c - 1 = d',
    });
  });

  test('names values before a change', () => {
    expect(whereOf("$before.status = 'new' and year = $before.year")).toEqual({
      '$before.status': 'new',
      or: [{ year: { $field: '$before.year' } }, { year_null: true, '$before.year_null': true }],
    });
    expect(whereOf('town = $before.town', true)).toEqual({ town: { $field: 'before.town' } });
  });

  test('names what it does not know', () => {
    expect(readCondition('author = $usr')).toMatchObject({
      problems: [{ at: 9, wrong: 'name', hint: 'did you mean $user?' }],
    });
    expect(whereOf('size + $country > 1', true)).toEqual([
      [7, expect.stringContaining('$country is a field of the record that refers')],
    ]);
    expect(readCondition('year >=')).toMatchObject({ problems: [{ at: 7, wrong: 'form' }] });
  });

  test('never loses a part, whatever it is called', () => {
    expect(Object.keys(whereOf('lent and __proto__ = 1'))).toEqual(['lent', '__proto__']);
  });
});

describe('an expression that is written again', () => {
  test.each([
    'a + b * 2 - (c - 1) >= -(d + 1)',
    'not (a = 1 or b) and not not c',
    "(not a) = (b < 'it''s')",
    'a = $today-30d or (a = b) != c',
    'round(sum(a * b of x.y where c != null by -d, e) / 2, 1) > count(x.y) - -f',
    'if(a, 1e+21, null) = 0.5',
  ])('%s is the same', (text) => {
    const before = parseExpression(text);
    const written = 'expression' in before ? formatExpression(before.expression) : '';

    expect(written).toBe(text);
    expect(parseExpression(written)).toEqual(before);
  });
});

const read = (where: unknown, resource = books, role = 'staff') =>
  parseWhere({ descriptor: library, role, resource, where });

const authors = resourceOf('authors');

describe('a count of records that meet a condition', () => {
  const where = { 'count(books.author where year > 2000 and not lent)_gte': 2 };

  test('is a filter, in signs and in the builder', () => {
    const parsed = read(where, authors);

    expect(parsed).toMatchObject({
      filter: { operator: 'gte', operands: [2], among: { and: [{ path: 'year' }, { not: {} }] } },
    });
    expect('filter' in parsed && formatFilter(parsed.filter!)).toBe(
      'count(books.author where year > 2000, not (lent = true)) ≥ 2',
    );
    const tree = fromWhere({ descriptor: library, role: 'staff', resource: authors }, where);
    expect('tree' in tree && toWhere(tree.tree)).toEqual(where);
  });

  test.each([
    ['count(books.author where yeer > 1)', 'Q002'],
    ['count(books.author where author.name = 1)', 'Q004'],
    ['count(books.author where count(books.author) > 1)', 'Q018'],
    ['count(books.author where year + 1)', 'Q029'],
  ])('%s is refused', (key, code) => {
    expect(read({ [key]: 1 }, authors)).toMatchObject({
      problems: [{ code, path: `where.${key}` }],
    });
  });

  test('cannot ask for a field that the role may not read', () => {
    const hidden = { "count(books.author where secret = 'a')_gte": 1 };

    expect(read(hidden, authors)).toMatchObject({ problems: [{ code: 'Q002' }] });
    expect(read(hidden, authors, 'admin')).toHaveProperty('filter');
  });

  test('counts as its conditions towards the limit', () => {
    const many = Array.from({ length: 26 }, (_, index) => `year > ${index}`).join(' or ');
    const key = `count(books.author where ${many})`;

    expect(read({ [key]: 1 }, authors)).toHaveProperty('filter');
    expect(read({ and: [{ [key]: 1 }, { [key]: 2 }] }, authors)).toMatchObject({
      problems: [{ code: 'Q010' }],
    });
  });
});

describe('the parameter where', () => {
  const ask = (where: string) =>
    parseListQuery({
      descriptor: library,
      role: 'staff',
      resource: books,
      params: new URLSearchParams({ where }),
    });

  test('takes an expression', () => {
    expect(ask('year >= 2000 and not lent')).toEqual(ask('{"year_gte":2000,"not":{"lent":true}}'));
  });

  test.each([
    ["secret = 'x'", 'Q002', 'where.secret'],
    ['year + 1', 'Q029', 'where.$expression'],
    ['', 'Q029', 'where'],
  ])('refuses %s', (where, code, path) => {
    expect(ask(where)).toMatchObject({ problems: [{ code, path }] });
  });
});

const places: [what: string, from: string, to: (condition: string) => string, path: string][] = [
  ['a list', '"list": {', (c) => `"list": { "filter": ${c},`, 'list.filter'],
  [
    'a view',
    '"public": {',
    (c) => `"views": [{ "name": "a", "filter": ${c} }], "public": {`,
    'views.0.filter',
  ],
  [
    'what is public',
    '"public": { "fields": ["code"] }',
    (c) => `"public": { "fields": ["code", "year", "state", "author"], "where": ${c} }`,
    'public.where',
  ],
  [
    'a permission',
    '["list", "read", "create"]',
    (c) => `{ "list": ${c}, "read": true }`,
    'permissions.staff.list',
  ],
  [
    'an action',
    '"public": {',
    (c) => `"actions": [{ "name": "a", "when": ${c}, "confirm": "b" }], "public": {`,
    'actions.0.when',
  ],
  ['a field', '"maxLength": 50', (c) => `"when": { "shown": ${c} }`, 'fields.name.when.shown'],
  [
    'a card',
    '"title": "Library"',
    (c) =>
      `"title": "Library", "dashboard": [{ "name": "a", "kind": "count", "resource": "books", "filter": ${c} }]`,
    'app.dashboard.0.filter',
  ],
];

describe.each(places)('the condition of %s', (_, from, to, place) => {
  const path = place.startsWith('app.') ? place : `resources.books.${place}`;
  const parse = (condition: unknown) =>
    parseDescriptor(right.replace(from, to(JSON.stringify(condition))));

  test('is the same as an expression and as a filter', () => {
    const [written, filter] = [
      "year >= 2000 and state = 'old'",
      { year_gte: 2000, state: 'old' },
    ].map(parse);

    expect(written).toHaveProperty('descriptor');
    expect('descriptor' in written! && written.descriptor.source).toEqual(
      'descriptor' in filter! && filter.descriptor.source,
    );
  });

  test.each([
    ["year >= 2000 and stat = 'old'", 17, 'D029'],
    ['year >= 2000 and', 16, 'D042'],
    ['year * 2', 5, 'D044'],
    ['$before.year > 1', 0, 'D029'],
    ['author = $usr', 9, 'D043'],
    ['name = $user', 0, 'D029'],
  ])('is refused as %s at its place', (condition, at, code) => {
    const text = right.replace(from, to(JSON.stringify(condition)));
    const offset = text.indexOf(JSON.stringify(condition)) + 1 + at;
    const lines = text.slice(0, offset).split('\n');

    expect(parseDescriptor(text)).toMatchObject({
      problems: [{ code, path, line: lines.length, column: lines.at(-1)!.length + 1 }],
    });
  });
});

test('a permission cannot ask for a field that its role may not read', () => {
  const parse = (condition: string) =>
    parseDescriptor(
      right.replace('["list", "read", "create"]', `{ "list": ${JSON.stringify(condition)} }`),
    );

  expect(parse('year > 1 and price > 5')).toMatchObject({ problems: [{ code: 'D031' }] });
});

test('the filter of a reference names fields of the record that refers', () => {
  const readable = right.replace(
    '"authors": {',
    '"authors": { "permissions": { "staff": ["list"] },',
  );
  const parse = (condition: string) =>
    parseDescriptor(
      readable.replace(
        '"to": "authors" },',
        `"to": "authors", "filter": ${JSON.stringify(condition)} },`,
      ),
    );

  expect(parse('name = $name')).toHaveProperty('descriptor');
  expect(parse('name = $nam')).toMatchObject({
    problems: [{ code: 'D011', path: 'resources.books.fields.author.filter' }],
  });
});
