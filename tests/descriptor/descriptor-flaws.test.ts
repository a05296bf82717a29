import { describe, expect, test } from 'vitest';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { right } from './broken-descriptors.ts';

describe('a descriptor', () => {
  test.each([2, 3])('is refused for a ring of %i resources that require each other', (count) => {
    const ring = Array.from(
      { length: count },
      (_, index) =>
        `"r${index}": { "fields": { "next": { "type": "reference", "required": true, "to": "r${(index + 1) % count}" } } },`,
    );
    const text = right.replace('"authors": {', `${ring.join('\n')}\n"authors": {`);

    const all = ring.map((_, index) => `r${index}`).join(', ');
    expect(parseDescriptor(text)).toMatchObject({
      problems: [
        {
          code: 'D025',
          line: 30,
          path: 'resources.r0.fields.next.required',
          message: `cannot be required: the first record of each of ${all} would have to refer to an earlier one`,
        },
      ],
    });
  });

  test('has problems in full sentences that lead to a fix', () => {
    const broken = [
      ['"type": "reference", "to": "authors" }', '"type": "referenc", "requried": true }'],
      [
        '"public": {',
        '"children": [{ "resource": "books", "field": "x", "colums": [] }], "public": {',
      ],
      ['["pending", "confirmed", "disabled", "invited"]', '["pending"]'],
      ['"menu_book"', '"no icon"'],
    ].reduce((text, [from, to]) => text.replace(from!, to!), right);

    const parsed = parseDescriptor(broken);

    expect('problems' in parsed && parsed.problems.map(({ message }) => message)).toEqual([
      'must be the name of an icon of Material Icons, such as menu_book',
      expect.stringContaining('is not a field type'),
      'is not a setting of a field',
      'x is not a field of books',
      'is not a setting of an entry of children',
      'must accept confirmed, disabled, invited, because the system sets it',
    ]);
  });

  test.each([
    ['a number', '"maxLength": 50', '"maxLength": 0', 'must be at least 1'],
    ['a list of texts', '"maxLength": 50', '"aliases": []', 'must be a list of at least 1 entry'],
    ['a text', '"title": "Library"', '"title": ""', 'must be text of at least 1 character'],
    [
      'a list of names',
      '"public": {',
      '"unique": [["year"]], "public": {',
      'must be a list of at least 2 entries',
    ],
  ])('reports what is too small in %s', (_, from, to, message) => {
    expect(parseDescriptor(right.replace(from, to))).toMatchObject({ problems: [{ message }] });
  });

  test.each([
    ['10,000 lists in each other', '['.repeat(10_000)],
    ['200,000 open braces', '{'.repeat(200_000)],
    ['objects 3,000 deep', '{"a":'.repeat(3_000) + '1' + '}'.repeat(3_000)],
  ])('with %s is refused at the place that is too deep', (_, text) => {
    expect(parseDescriptor(text)).toMatchObject({
      problems: [{ code: 'D001', line: 1, message: expect.stringContaining('nested') }],
    });
  });

  test('that is not UTF-8 is refused at the first wrong byte', () => {
    const latin = Buffer.from(right.replace('Bücher', 'Größe'), 'latin1').toString('utf8');

    const column = right.split('\n')[9]!.indexOf('Bücher') + 3;
    expect(parseDescriptor(latin)).toMatchObject({
      problems: [{ code: 'D001', line: 10, column, message: expect.stringContaining('UTF-8') }],
    });
  });

  test('with more fields than a table has columns is refused', () => {
    const fields = Array.from({ length: 1_700 }, (_, index) => `"f${index}": { "type": "text" }`);

    const parsed = parseDescriptor(
      right.replace('{ "name": { "type": "text" } } }', `{ ${fields.join()} } }`),
    );

    expect(parsed).toMatchObject({
      problems: [{ code: 'D054', path: 'resources.authors.fields' }],
    });
  });

  test('with an excessively long label is refused', () => {
    const parsed = parseDescriptor(right.replace('"en": "Books"', `"en": "${'x'.repeat(5_000)}"`));

    expect(parsed).toMatchObject({ problems: [{ code: 'D004' }] });
  });

  test('can have several views that are not the default', () => {
    const views = '"views": [{ "name": "a", "sort": "year" }, { "name": "b", "sort": "code" }],';

    const parsed = parseDescriptor(right.replace('"public": {', `${views} "public": {`));

    expect(parsed).toHaveProperty('descriptor');
  });

  test('can have a resource with a one-letter name, to which others refer', () => {
    const parsed = parseDescriptor(
      right.replaceAll('"to": "authors"', '"to": "a"').replace('"authors": {', '"a": {'),
    );

    expect(parsed).toHaveProperty('descriptor');
  });

  test('can have a resource named import, and one without fields', () => {
    const parsed = parseDescriptor(
      right.replace('"authors": {', '"import": { "fields": {} },\n"authors": {'),
    );

    expect(parsed).toHaveProperty('descriptor');
  });
});
