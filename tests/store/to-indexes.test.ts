import { expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import {
  explainIndexes,
  isSharedOrder,
  toIndexes,
} from '../../src/store/schema/tables/to-indexes.ts';
import { shapes } from '../support/shapes.ts';

const text = { type: 'text', maxLength: 100 };

function indexesOf(fields: Record<string, object>, list: object = {}) {
  const books = { fields: { title: text, ...fields }, list };
  const descriptor = toDescriptor({ resources: { ...shapes, books } });
  const indexes = toIndexes(descriptor.resources.get('books')!);
  return indexes.map(({ name, definition }) => [name.replace('books.', ''), definition]);
}

const list = { columns: ['title', 'pages'], filters: ['pages'], sort: 'title' };
const pages = { type: 'number', integer: true };

test('a field that a list only shows has no index', () => {
  expect(indexesOf({ pages, year: pages }, { ...list, columns: ['title', 'year'] })).toEqual([
    ['sort', 'using btree ("title", _id)'],
    ['pages.filter', 'using btree ("pages")'],
  ]);
});

test('a list that offers every filter has no index on texts, unless something else needs it', () => {
  const fields = {
    pages,
    note: { type: 'text', multiline: true },
    shelf: text,
    link: { type: 'url' },
    tags: { type: 'tags' },
    code: { type: 'cas' },
    // What has a form is looked up whole by the search.
    contact: { type: 'email', search: true },
    sample: { ...text, pattern: '^S\\d+$', search: true },
    story: { ...text, search: true },
    genre: { type: 'choice', choices: ['novel', 'poem'] },
    formats: { type: 'choices', choices: ['paper', 'audio'] },
    price: { type: 'money', currency: 'EUR' },
    day: { type: 'date' },
    at: { type: 'datetime' },
    owner: { type: 'reference', to: 'owners' },
    isbn: { ...text, unique: true },
    key: { type: 'inchiKey', search: true },
    shelfmark: { ...text, index: true },
  };

  expect(indexesOf(fields).map(([name]) => name)).toEqual([
    'isbn.unique',
    'sort',
    'shelfmark.order',
    'owner.filter',
    'key.filter',
    'pages.filter',
    'contact.filter',
    'sample.filter',
    'genre.filter',
    'price.filter',
    'day.filter',
    'at.filter',
    'formats.members',
    'words',
  ]);
});

test('a declared index has the declared order', () => {
  expect(indexesOf({ pages: { ...pages, index: true }, year: pages }, list)).toEqual([
    ['sort', 'using btree ("title", _id)'],
    ['pages.order', 'using btree ("pages", _id)'],
  ]);
});

test('the index for the order of a list also serves a filter by its first field', () => {
  const sort = { ...list, sort: '-pages,title' };
  expect(indexesOf({ pages }, sort)).toEqual([
    ['sort', 'using btree ("pages" desc, "title", _id desc)'],
  ]);
});

test('a composite index has its fields in their order, and serves filters by the first', () => {
  const story = { type: 'text', multiline: true };
  const fields = { pages, year: pages, story, owner: { type: 'reference', to: 'owners' } };
  const indexes = [
    ['pages', 'year'],
    ['owner', 'story', 'updatedAt'],
  ];
  const filters = ['pages', 'owner'];
  const books = { fields: { title: text, ...fields }, indexes, list: { ...list, filters } };
  const descriptor = toDescriptor({ resources: { ...shapes, books } });

  const found = explainIndexes(descriptor.resources.get('books')!);

  expect(found.map(({ index, reasons }) => [index.definition, ...reasons])).toEqual([
    ['using btree ("title", _id)', 'order'],
    ['using btree ("pages", "year", _id)', 'composite'],
    ['using btree ("owner", (left("story", 80)), "updatedAt", _id)', 'composite'],
  ]);
});

test('a list of values has an index of its members, unless its words are searched', () => {
  const filters = { ...list, filters: ['tags', 'words'] };
  const fields = { tags: { type: 'tags' }, words: { type: 'tags', search: true } };
  expect(indexesOf(fields, filters).map(([name]) => name)).toEqual([
    'sort',
    'tags.members',
    'words',
  ]);
});

test('a long searched text has no index of its own', () => {
  const story = { type: 'text', multiline: true };
  const filters = { ...list, filters: ['story', 'note'] };
  const fields = { story, note: { ...story, search: true } };
  expect(indexesOf(fields, filters)).toEqual([
    ['sort', 'using btree ("title", _id)'],
    ['story.filter', 'using btree ((left("story", 80)))'],
    ['words', expect.stringContaining('gin_trgm_ops')],
  ]);
});

test('each index lists all of its purposes', () => {
  const fields = {
    pages,
    year: { ...pages, index: true },
    rank: { ...pages, index: true },
    isbn: { ...text, unique: true, search: true },
    compound: { type: 'inchiKey', search: true },
    key: pages,
    owner: { type: 'reference', to: 'owners' },
    tags: { type: 'tags', index: true },
  };
  const books = {
    fields: { title: text, ...fields },
    importKey: 'key',
    unique: [['title', 'pages']],
    list: { ...list, filters: ['pages', 'year', 'owner', 'tags'], sort: '-title,pages' },
  };
  const descriptor = toDescriptor({ resources: { ...shapes, books } });

  const found = explainIndexes(descriptor.resources.get('books')!).map(
    ({ index, fields: on, reasons }) => [index.name, on.join('+'), reasons.join('+')],
  );

  expect(found).toEqual([
    ['books.isbn.unique', 'isbn', 'unique'],
    ['books.title+pages.unique', 'title+pages', 'unique'],
    ['books.sort', 'title+pages', 'order'],
    ['books.year.order', 'year', 'asked+filter'],
    ['books.rank.order', 'rank', 'asked'],
    ['books.compound.filter', 'compound', 'search'],
    ['books.owner.filter', 'owner', 'reference+filter'],
    ['books.pages.filter', 'pages', 'filter'],
    ['books.key.filter', 'key', 'key'],
    ['books.tags.members', 'tags', 'asked+filter'],
    ['books.words', 'isbn', 'search'],
  ]);
});

test.each([[[]], [[{ path: '_id', descending: false }]]])(
  'no two records share their place in the order %j',
  (sort) => {
    const books = { fields: { title: text }, importKey: '_id', list: { sort: 'title' } };
    const descriptor = toDescriptor({ resources: { books } });

    expect(isSharedOrder(descriptor.resources.get('books')!, sort)).toBe(false);
  },
);
