import { describe, expect, test } from 'vitest';
import type { Descriptor } from '../../src/descriptor/descriptor.ts';
import { adminRoles } from '../../src/descriptor/permissions/permissions.ts';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { readBroken, right } from './broken-descriptors.ts';

describe('a descriptor', () => {
  test('that is valid is understood', () => {
    expect(parseDescriptor(right)).toHaveProperty('descriptor');
  });

  test('can start with a byte order mark and have Windows line breaks', () => {
    expect(parseDescriptor(`\ufeff${right.replaceAll('\n', '\r\n')}`)).toHaveProperty('descriptor');
  });

  test('can declare the default import key', () => {
    const text = right.replace(/"importKey": "\w+"/, '"importKey": "_id"');

    expect(text).not.toBe(right);
    expect(parseDescriptor(text)).toHaveProperty('descriptor');
  });

  test('gives a role only what it declares, and its label in every language', () => {
    const text = right.replace('"staff": {}', '"staff": { "label": "Team" }');

    const { descriptor } = parseDescriptor(text) as { descriptor: Descriptor };

    expect(adminRoles(descriptor)).toEqual(['admin']);
    const label = { en: 'Team', de: 'Team' };
    expect(descriptor.roles.get('staff')).toEqual({
      name: 'staff',
      label,
      all: false,
      devMenu: false,
      configure: false,
      secondFactor: false,
      sessions: {},
    });
  });

  test.each(readBroken())('with $what is refused', ({ what: _, from, to, ...expected }) => {
    expect(right).toContain(from);

    const parsed = parseDescriptor(right.replace(from, () => to));

    expect(parsed).toMatchObject({ problems: [expected] });
  });

  test.each([{}, { roles: ['staff'] }])(
    'with a step for %j whose condition reads a hidden field is refused',
    (who) => {
      const step = { name: 'age', from: ['new'], to: 'old', when: { price_gt: 1 }, ...who };
      const states = `"states": ${JSON.stringify({ transitions: [step] })}`;
      const text = right
        .replace('"Alt" } }] }', `"Alt" } }], ${states} }`)
        .replace('"read", "create"]', '"read", "create", "update"]');

      expect(parseDescriptor(text)).toMatchObject({
        problems: [
          { code: 'D021', path: 'resources.books.fields.state.states.transitions.0.when' },
        ],
      });
    },
  );

  test('points at the word that is wrong', () => {
    const parsed = parseDescriptor(right.replace('"maxLength": 50', '"maxlength": 50'));

    const column = right.split('\n')[14]!.indexOf('"maxLength"') + 1;
    expect(parsed).toMatchObject({ problems: [{ line: 15, column }] });
  });

  test.each([
    ['as it is declared', '"/api/auth"', '"/api/auth"'],
    ['at the name that it comes from', '"/api/authors"', '"authors": {'],
  ])('points at a path that is taken %s', (_, root, word) => {
    const text = right.replace('"/api/books"', root);

    const parsed = parseDescriptor(text);

    const before = text.slice(0, text.indexOf(word)).split('\n');
    const [line, column] = [before.length, before.at(-1)!.length + 1];
    expect(parsed).toMatchObject({ problems: [{ line, column }] });
  });

  test('reports all problems at once, in the order of the file', () => {
    const broken = [
      ['"black"', '"blak"'],
      ['"importKey": "code"', '"importKey": "cod"'],
      ['"maxLength"', '"maxlength"'],
      ['"reference", "to": "authors"', '"reference", "to": "autors"'],
      ['"-year,code"', '"-yeer,code"'],
    ].reduce((text, [from, to]) => text.replace(from!, to!), right);

    const parsed = parseDescriptor(broken);

    expect('problems' in parsed && parsed.problems.map(({ line, code }) => [line, code])).toEqual([
      [3, 'D004'],
      [12, 'D011'],
      [15, 'D003'],
      [18, 'D010'],
      [23, 'D011'],
    ]);
  });

  test.each([
    [`${'n'.repeat(49)}_`, 'underscores'],
    ['n'.repeat(51), 'more than 50 characters'],
  ])('explains what is wrong with a name: %s', (name, reason) => {
    const parsed = parseDescriptor(right.replace('"price":', `"${name}":`));

    expect(parsed).toMatchObject({ problems: [{ params: { reason: expect.any(String) } }] });
    expect(JSON.stringify(parsed)).toContain(reason);
  });

  test.each([
    '',
    'null',
    '[]',
    '5',
    '{}',
    '{"resources":[]}',
    '{"resources":{"users":[]}}',
    '{"__proto__":{}}',
  ])('of %j is refused without an error', (text) => {
    expect(parseDescriptor(text)).toHaveProperty('problems.0.line');
  });

  test('has a default for everything except its fields', () => {
    const parsed = parseDescriptor(right);

    const authors = 'descriptor' in parsed && parsed.descriptor.resources.get('authors');
    expect(authors).toMatchObject({
      root: '/api/authors',
      path: '/authors',
      icon: 'list',
      label: { en: 'Authors', de: 'Authors' },
      title: '{name}',
      importKey: ['_id'],
      list: { columns: ['name'], filters: ['name'], sort: '-createdAt' },
      form: [{ label: { en: 'General', de: 'Allgemein' }, fields: ['name'] }],
      permissions: {},
      publicFields: [],
    });
  });
});
