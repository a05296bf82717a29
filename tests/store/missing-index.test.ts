import { expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { missingIndex, type FieldUse } from '../../src/store/schema/missing-index.ts';
import { shapes } from '../support/shapes.ts';

const things = {
  ...shapes.things,
  fields: {
    ...shapes.things.fields,
    asked: { type: 'number', index: true },
    tags: { type: 'tags' },
    twice: { type: 'number', computed: 'count * 2' },
    note: { type: 'text' },
    key: { type: 'inchiKey', search: true },
    otherKey: { type: 'inchiKey' },
  },
  indexes: [['level', 'weight']],
  list: { columns: ['code'], filters: ['day', 'box.name', 'updatedAt'], sort: 'label,-count' },
};
const thing = toDescriptor({ resources: { ...shapes, things } }).resources.get('things')!;

const change = 'add';
const asked = (name: string) => ({
  change,
  at: `resources.things.fields.${name}`,
  text: '"index": true',
});
const stored = (name: string) => ({ ...asked(name), text: '"stored": true' });
const filter = (path: string) => ({
  change,
  at: 'resources.things.list.filters',
  text: `"${path}"`,
});

const both = (...fields: string[]) => ({
  change,
  at: 'resources.things.indexes',
  text: JSON.stringify(fields),
});

test.each<[path: string, use: FieldUse, line: object | undefined]>([
  ['weight', 'sort', asked('weight')],
  ['key', 'filter', undefined],
  ['key', 'text', undefined],
  // Its parts have no index in any case.
  ['otherKey', 'text', undefined],
  ['weight', 'filter', asked('weight')],
  ['count', 'sort', asked('count')],
  ['label', 'sort', undefined],
  ['label', 'filter', undefined],
  ['code', 'sort', undefined],
  ['asked', 'sort', undefined],
  ['asked', 'filter', undefined],
  ['day', 'sort', undefined],
  ['day', 'filter', undefined],
  ['_id', 'sort', undefined],
  ['updatedAt', 'sort', undefined],
  ['createdAt', 'sort', filter('createdAt')],
  ['createdBy', 'filter', filter('createdBy')],
  ['createdBy', 'sort', undefined],
  ['box.name', 'filter', undefined],
  ['owner', 'filter', undefined],
  ['owner', 'sort', undefined],
  ['helpers', 'filter', undefined],
  ['sizes', 'filter', asked('sizes')],
  ['tags', 'filter', asked('tags')],
  ['words', 'filter', undefined],
  ['story', 'sort', asked('story')],
  ['story', 'text', { change, at: 'resources.things.fields.story', text: '"search": true' }],
  ['label', 'text', undefined],
  // Two values have no use of an index, and these others can have none.
  ['done', 'filter', undefined],
  ['extra', 'filter', undefined],
  ['twice', 'sort', stored('twice')],
  ['twice', 'filter', stored('twice')],
  ['box.size', 'filter', undefined],
  ['weight', 'text', undefined],
  ['level,weight', 'both', undefined],
  ['label,count', 'both', undefined],
  ['weight,level', 'both', both('weight', 'level')],
  ['owner,updatedAt', 'both', both('owner', 'updatedAt')],
  ['done,count', 'both', both('done', 'count')],
  ['code,count', 'both', undefined],
  ['level,owner', 'both', undefined],
  ['words,count', 'both', undefined],
  ['box.name,count', 'both', undefined],
  ['twice,count', 'both', undefined],
  ['level,_id', 'both', undefined],
])('%s for %s lacks %j', (path, use, line) => {
  expect(missingIndex(thing, path, use)).toEqual(line);
});

test('an index of words is no index on a filter and an order', () => {
  const short = { type: 'text', maxLength: 100, search: true };
  const books = {
    fields: { family: short, name: short, year: { type: 'number' } },
    list: { sort: 'year' },
  };
  const book = toDescriptor({ resources: { books } }).resources.get('books')!;

  expect(missingIndex(book, 'family,name', 'both')).toMatchObject({
    at: 'resources.books.indexes',
    text: '["family","name"]',
  });
});
