import { headOf } from '../../src/fields/text/head-of-path.ts';
import { expect, test } from 'vitest';
import { columnPaths, findColumn, valueAt } from '../../src/descriptor/column-field.ts';
import { books } from './library.ts';

test('a column shows a field, or a part of an object under both labels', () => {
  const room = findColumn(books, 'shelf.room');

  expect(findColumn(books, 'code')).toBe(books.fields.get('code'));
  expect(findColumn(books, 'createdAt')).toMatchObject({ name: 'createdAt' });
  expect(room).toMatchObject({
    name: 'shelf.room',
    label: { en: 'Shelf: Room', de: 'Shelf: Room' },
    readOnly: true,
  });
  expect(findColumn(books, 'shelf.room')).toBe(room);
  expect(findColumn(books, 'shelf.row')).toMatchObject({ name: 'shelf.row' });
  expect(findColumn(books, 'shelf.nothing')).toBeUndefined();
});

test('a field offers columns for itself and for its parts', () => {
  const paths = ['code', 'shelf'].map((name) => columnPaths(books.fields.get(name)!));

  expect(paths).toEqual([['code'], ['shelf', 'shelf.room', 'shelf.row']]);
  expect(['code', 'shelf.room'].map(headOf)).toEqual(['code', 'shelf']);
});

test.each([
  ['code', { code: 'B1' }, 'B1'],
  ['shelf.room', { shelf: { room: 'A', row: 2 } }, 'A'],
  ['shelf.room', { shelf: null }, undefined],
  ['shelf.room', {}, undefined],
])('the value of %s in %j is %j', (path, record, value) => {
  expect(valueAt(record, path)).toBe(value);
});
