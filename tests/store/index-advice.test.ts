import { expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { dropAdvice } from '../../src/store/system/indexes/read-indexes.ts';
import { shapes } from '../support/shapes.ts';

const size = { size: 1, scans: 0, state: 'valid' } as const;
const unused = { name: 'books.pages.filter', table: 'books', fields: ['pages'], ...size };

const linesFor = (list: object, reasons: readonly any[]) => {
  const fields = { title: { type: 'text' }, pages: { type: 'number' } };
  const descriptor = toDescriptor({ resources: { ...shapes, books: { fields, list } } });
  const books = descriptor.resources.get('books')!;
  const on = reasons.includes('composite') ? { fields: ['pages', 'title'] } : {};
  return dropAdvice(descriptor, books, [{ ...unused, ...on, reasons }]).map(({ lines }) => lines);
};

const filter = { at: 'resources.books.list.filters', text: '"pages"' };
const asked = { at: 'resources.books.fields.pages', text: '"index": true' };

test.each([
  [{ filters: ['pages'] }, ['filter'], [[{ change: 'remove', ...filter }]]],
  // Without the setting the list offers every field.
  [{}, ['filter'], [[{ change: 'omit', ...filter }]]],
  [{}, ['asked'], [[{ change: 'remove', ...asked }]]],
  // Other reasons would keep the index, or a part of it.
  [{}, ['asked', 'reference'], []],
  [
    {},
    ['composite'],
    [[{ change: 'remove', at: 'resources.books.indexes', text: '["pages","title"]' }]],
  ],
  [{}, ['unique'], []],
  [{}, [], []],
])('with the list %j, an unused index for %j goes by %j', (list, reasons, lines) => {
  expect(linesFor(list, reasons)).toEqual(lines);
});
