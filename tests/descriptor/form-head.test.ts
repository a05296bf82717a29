import { expect, test } from 'vitest';
import { toVisibleSource } from '../../src/descriptor/permissions/visible-source.ts';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { right } from './broken-descriptors.ts';

const withHead = (head: string) =>
  right
    .replace('"form": [', `"form": { "head": ${head}, "tabs": [`)
    .replace(
      '"fields": ["code", "name"] },\n      ],',
      '"fields": ["code", "name"] },\n      ] },',
    );

test.each([
  ['["state", "updatedAt"]', []],
  ['["naem"]', ['D011 resources.books.form.head.0']],
  ['["state", "state"]', ['D012 resources.books.form.head.1']],
  ['[]', []],
])('a head of %s has the problems %j', (head, problems) => {
  const read = parseDescriptor(withHead(head));

  const found = 'problems' in read ? read.problems.map(({ code, path }) => `${code} ${path}`) : [];
  expect(found).toEqual(problems);
});

test('a head omits what a role cannot read', () => {
  const read = parseDescriptor(withHead('["state", "price"]'));
  if ('problems' in read) throw new Error('not read');

  const seen = toDescriptor(toVisibleSource(read.descriptor, 'staff'));

  expect(seen.resources.get('books')!.head).toEqual(['state']);
  expect(seen.resources.get('books')!.form[0]!.fields).toEqual(['code', 'name']);
});
