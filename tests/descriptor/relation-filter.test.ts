import { describe, expect, test } from 'vitest';
import { parseWhere, readWhere } from '../../src/descriptor/filter/where.ts';
import { evaluateFilter } from '../../src/descriptor/filter/evaluate-filter.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { books, library, resourceOf } from './library.ts';

const authors = resourceOf('authors');

const read = (where: unknown, role = 'staff', resource = books) =>
  parseWhere({ descriptor: library, role, resource, where });

const leaf = (path: string, operator: string, ...operands: unknown[]) => ({
  path,
  operator,
  operands,
});

const count = { resource: books, field: 'author' };

describe('a term through a reference', () => {
  test.each([
    [{ 'author.name': 'Ann' }, 'author', leaf('name', 'eq', 'Ann')],
    [{ 'editors.name_starts': 'A' }, 'editors', leaf('name', 'starts', 'A')],
    [{ 'author._id_in': ['a', 'b'] }, 'author', leaf('_id', 'in', 'a', 'b')],
    [{ 'author.createdAt_nnull': true }, 'author', leaf('createdAt', 'nnull')],
  ])('%j is a filter on the referenced records', (where, through, some) => {
    expect(read(where)).toEqual({ filter: { through, target: authors, some } });
  });

  test.each([
    [{ 'author.name_neq': 'Ann' }, leaf('name', 'eq', 'Ann')],
    [{ 'author.name_nin': ['Ann'] }, leaf('name', 'in', 'Ann')],
    [{ 'author.name_ncontains': 'n' }, leaf('name', 'contains', 'n')],
    [{ 'author.name': null }, leaf('name', 'nnull')],
    [{ 'author.name_null': true }, leaf('name', 'nnull')],
  ])('%j matches if no member does', (where, some) => {
    expect(read(where)).toEqual({ filter: { not: { through: 'author', target: authors, some } } });
  });

  test('follows the stamps of users, to fields that the role can read', () => {
    const users = resourceOf('users');

    expect(read({ 'createdBy.name': 'Ann' })).toEqual({
      filter: { through: 'createdBy', target: users, some: leaf('name', 'eq', 'Ann') },
    });
    expect(read({ 'createdBy.email': 'a@example.org' }, 'admin')).toHaveProperty('filter');
  });

  test('treats parts of objects as fields of the record', () => {
    expect(read({ 'shelf.row_gte': 2 })).toEqual({ filter: leaf('shelf.row', 'gte', 2) });
  });
});

describe('a count of child records', () => {
  test.each([
    [{ 'count(books.author)_gte': 1 }, 'gte', [1]],
    [{ 'count(books.author)': 0 }, 'eq', [0]],
    [{ 'count(books.author)': [0, 2] }, 'in', [0, 2]],
    [{ 'count(books.editors)_between': ['1', '3'] }, 'between', [1, 3]],
  ])('%j is read', (where, operator, operands) => {
    const field = Object.keys(where)[0]!.includes('editors') ? 'editors' : 'author';

    expect(read(where, 'staff', authors)).toEqual({
      filter: { count: { ...count, field }, operator, operands },
    });
  });
});

describe('a relation filter on something unknown or hidden', () => {
  const unknown = (where: object, role: string, resource = books) => {
    const parsed = read(where, role, resource);
    const [key = ''] = Object.keys(where);
    const text = JSON.stringify(parsed);
    return text.replaceAll(key, '*').replaceAll(key.replace(/_[a-z]+$/, ''), '*');
  };

  test.each([
    // A resource of which the viewer sees nothing.
    [{ 'author.name_gte': 'x' }, { 'author.nnnn_gte': 'x' }, 'viewer'],
    [{ 'author._id': 'x' }, { 'title._id': 'x' }, 'viewer'],
    // A field of another resource that only admins read.
    [{ 'createdBy.email': 'x' }, { 'createdBy.emial': 'x' }, 'staff'],
    [{ 'createdBy.email_zz': 'x' }, { 'createdBy.emial_zz': 'x' }, 'staff'],
    // The own reference is hidden, or there is none.
    [{ 'secret.name': 'x' }, { 'nothing.name': 'x' }, 'staff'],
  ])('%j gets the same problem as %j for %s', (hidden, missing, role) => {
    expect(unknown(hidden, role)).toBe(unknown(missing, role));
    expect(read(hidden, role)).toMatchObject({ problems: [{ code: 'Q002' }] });
  });

  test.each([
    ['count(books.author)', 'guest'],
    ['count(books.secret)', 'staff'],
    ['count(books.nothing)', 'staff'],
    ['count(nothing.author)', 'staff'],
    ['count(books)', 'staff'],
    ['count()', 'staff'],
    ['count(users.author)', 'staff'],
  ])('%s is no field for %s', (key, role) => {
    expect(read({ [key]: 1 }, role, authors)).toEqual({
      problems: [{ code: 'Q002', path: `where.${key}`, message: expect.anything() as unknown }],
    });
  });
});

test.each([
  [{ 'author.name_is': 'x' }, 'Q003'],
  [{ 'author.name_gte': { $field: 'year' } }, 'Q029'],
  [{ 'editors.createdBy.createdBy.createdBy.name': 'x' }, 'Q018'],
  [{ 'editors.count(books.author)': 1 }, 'Q018'],
  [{ 'author.createdAt': 'soon' }, 'Q004'],
])('%j is refused by %s', (where, code) => {
  expect(read(where)).toMatchObject({ problems: [{ code }] });
});

test.each([
  [{ 'count(books.author)_contains': '1' }, 'Q003'],
  [{ 'count(books.author)_null': true }, 'Q003'],
  [{ 'count(books.author)_gte': 'many' }, 'Q004'],
  [{ 'count(books.author)_in': 1 }, 'Q004'],
])('%j is refused by %s', (where, code) => {
  expect(read(where, 'staff', authors)).toMatchObject({ problems: [{ code }] });
});

test.each([{ 'author.name': 'x' }, { 'count(books.author)': 1 }])(
  'a declaration cannot use %j',
  (where) => {
    expect(readWhere({ resource: books }, where)).toMatchObject({ problems: [{ code: 'Q018' }] });
  },
);

test('a declaration can name an unknown part', () => {
  expect(readWhere({ resource: books }, { 'shelf.rom': 1 })).toMatchObject({
    problems: [{ code: 'Q002', path: 'where.shelf.rom' }],
  });
});

test('a declaration can use a field that begins like a reference', () => {
  const to = { to: 'authors' };
  const fields = { author: { type: 'reference', ...to }, authors: { type: 'references', ...to } };
  const { resources } = toDescriptor({ resources: { books: { fields }, authors: { fields: {} } } });

  const where = readWhere({ resource: resources.get('books')! }, { authors: 'ann' });

  expect(where).toEqual({ filter: leaf('authors', 'eq', 'ann') });
});

test('a relation filter does not query other records for a record in memory', () => {
  const through = read({ 'author.name_neq': 'x' });
  if (!('filter' in through)) throw new Error('not read');

  expect(() => evaluateFilter(through.filter!, { author: 'a1' })).toThrow('other records');
});

test.each(['count(books.author where {path} = null)', 'some(books.author).{path}'])(
  '%s follows three references from the records that refer',
  (key) => {
    const far = (path: string) => read({ [key.replace('{path}', path)]: '1' }, 'admin', authors);

    expect(far('author.createdBy.createdBy.createdAt')).not.toMatchObject({
      problems: [{ code: 'Q018' }],
    });
    expect(far('author.createdBy.createdBy.createdBy.createdAt')).toMatchObject({
      problems: [{ code: 'Q018' }],
    });
  },
);
