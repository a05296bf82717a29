import { expect, test } from 'vitest';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { right } from './broken-descriptors.ts';

test.each([
  ['"shelf.room"]', '"author.nme"]', 'D011', 'resources.books.list.columns.1'],
  ['"-year,code"', '"-year,author.nme"', 'D011', 'resources.books.list.sort'],
  ['"-year,code"', '"-year,editors.name"', 'D059', 'resources.books.list.sort'],
])('%s as %s is refused where it is written', (from, to, code, path) => {
  const parsed = parseDescriptor(right.replace(from, to));
  expect(parsed).toMatchObject({ problems: [{ code, path, line: 23 }] });
});

test('a list can show and sort by fields of referenced records', () => {
  const text = right
    .replace('"shelf.room"]', '"author.name", "author.createdBy.name"]')
    .replace('"-year,code"', '"-author.name"');
  expect(parseDescriptor(text)).toHaveProperty('descriptor');
});
