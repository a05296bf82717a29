import { expect, test } from 'vitest';
import { resourcesInFilter } from '../../src/descriptor/filter/declared-filter.ts';
import { library, resourceOf } from './library.ts';

test.each([
  ['books', { name: 'a' }, []],
  ['books', { 'author.name': 'Ann' }, ['authors']],
  ['books', { or: [{ name: 'a' }, { not: { 'editors.name': 'Ann' } }] }, ['authors']],
  ['authors', { 'count(books.author)_gt': 1 }, ['books']],
  ['authors', { and: [{ name: 'a' }, { 'createdBy.name': 'b' }] }, ['users']],
  ['authors', { 'createdBy.name': 'b', 'count(books.author)': 1 }, ['users', 'books']],
  ['books', { nothing: 1 }, []],
])('the filter of %s, %j, reads %j', (name, where, asked) => {
  const context = { descriptor: library, role: 'staff', resource: resourceOf(name) };

  expect(resourcesInFilter(context, where)).toEqual(asked);
});
