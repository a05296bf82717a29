import { describe, expect, test } from 'vitest';
import {
  insertAt,
  moveAt,
  passAt,
  removeAt,
  renameMember,
  setAt,
} from '../../../src/descriptor/edits/edit.ts';
import type { DescriptorFiles, Edited } from '../../../src/descriptor/edits/open-files.ts';
import { rename } from '../../../src/descriptor/edits/rename.ts';
import type { Path } from '../../../src/descriptor/read/source-text.ts';
import { fields, files, more, text, textOf } from './small-files.ts';

describe('an edit', () => {
  test('writes a new field as its neighbours, below their comments', () => {
    const field = { type: 'number', min: 0 };

    expect(textOf(insertAt(files, fields, { key: 'pages', value: field, before: 'state' }))).toBe(
      text.replace('"dates",\n', `"dates",\n        "pages": { "type": "number", "min": 0 },\n`),
    );
    expect(
      textOf(insertAt(files, fields, { key: 'pages', value: field, before: 'boughtOn' })),
    ).toBe(
      text.replace(
        '// of the cover\n',
        `// of the cover\n        "pages": { "type": "number", "min": 0 },\n`,
      ),
    );
  });

  test('finds the file, and adds what is missing on the way to a setting', () => {
    expect(textOf(setAt(files, ['resources', 'shelves', 'list', 'perPage'], 50), 1)).toBe(
      more.replace('} }, "permissions"', '} }, "list": { "perPage": 50 }, "permissions"'),
    );
    expect(textOf(setAt(files, ['app', 'title'], 'Library'))).toBe(
      text.replace('{ "languages"', '{ "title": "Library", "languages"'),
    );
  });

  test('keeps the ends of lines and a byte order mark', () => {
    const windows = [
      { path: 'resources.json', text: `\ufeff${text.replaceAll('\n', '\r\n')}` },
      ...files.slice(1),
    ];

    const written = textOf(insertAt(windows, fields, { key: 'pages', value: { type: 'number' } }));

    expect(written.replaceAll('\r\n', '')).not.toContain('\n');
    expect(written.charCodeAt(0)).toBe(0xfeff);
  });

  test.each<[name: string, path: Path, value: unknown, before: string, after: string]>([
    [
      'a label in one language',
      ['resources', 'books', 'label', 'de'],
      'Bücher',
      '"label": "Books"',
      '"label": { "en": "Books", "de": "Bücher" }',
    ],
    [
      'a choice without settings',
      [...fields, 'state', 'choices', 1, 'color'],
      'warning',
      '"lent"]',
      '{ "value": "lent", "color": "warning" }]',
    ],
    [
      'a list of operations',
      ['resources', 'books', 'permissions', 'staff', 'read'],
      "state = 'open'",
      '["list", "read"]',
      `{ "list": true, "read": "state = 'open'" }`,
    ],
    ['one set', [...fields, '$use', 1], 'more', '"dates"', '["dates", "more"]'],
  ])('writes the short form of %s as its long one', (_, path, value, before, after) => {
    const edited = path.includes('$use')
      ? insertAt(files, path.slice(0, -1), { key: 1, value })
      : setAt(files, path, value);

    expect('files' in edited && edited.files[0]?.text).toBe(text.replace(before, after));
  });

  test('moves a field with the comments that are about it', () => {
    expect(textOf(moveAt(files, [...fields, 'name']))).toBe(
      text
        .replace('        // The title\n', '')
        .replace(/ {8}"name".*\n/, '')
        .replace(
          '        },\n      },\n      "perm',
          '        },\n        // The title\n        "name": { "type": "text", "required": true }, // of the cover\n      },\n      "perm',
        ),
    );
  });

  test('removes no comment around a field', () => {
    const removed = removeAt(files, [...fields, 'name']);

    expect('files' in removed && removed.files[0]?.text).toBe(
      text.replace('"name": { "type": "text", "required": true }, ', ''),
    );
  });
});

describe('an edit is refused', () => {
  test.each<[name: string, edited: Edited, refused: object]>([
    [
      'with its line, in a file with a mistake',
      setAt([{ path: 'a.json', text: '{\n  "app": { "title" "x" }\n}' }], ['app', 'title'], 'y'),
      { reason: 'syntax', problem: { code: 'D001', line: 2 } },
    ],
    [
      'for a path that is gone',
      setAt(files, [...fields, 'gone', 'label'], 'x'),
      { reason: 'gone' },
    ],
    [
      'for a collection that is gone',
      setAt(files, ['resources', 'a', 'icon'], 'x'),
      { reason: 'gone' },
    ],
    [
      'for an entry that is gone',
      removeAt(files, [...fields, 'state', 'choices', 2]),
      { reason: 'gone' },
    ],
    [
      'for a field of a set, which it names',
      setAt(files, [...fields, 'boughtOn', 'label'], 'x'),
      { reason: 'inSet', source: ['fieldSets', 'dates', 'boughtOn', 'label'] },
    ],
    [
      'for the permissions of a set',
      setAt(files, ['resources', 'shelves', 'permissions', 'staff'], ['list']),
      { reason: 'inSet', source: ['permissionSets', 'all', 'staff'] },
    ],
    [
      'for a name that a set has',
      insertAt(files, fields, { key: 'boughtOn', value: { type: 'date' } }),
      { reason: 'taken' },
    ],
    [
      'for a name that a collection with the set has',
      insertAt(files, ['fieldSets', 'dates'], { key: 'name', value: { type: 'date' } }),
      { reason: 'taken' },
    ],
    [
      'for a collection of another file',
      moveAt(files, ['resources', 'books'], 'shelves'),
      { reason: 'otherFile' },
    ],
    ...['constructor', '__proto__', 'имя', 'a_b', 'Name', 'where', '_id'].map(
      (key): [string, Edited, object] => [
        `for the name ${key}`,
        insertAt(files, fields, { key, value: { type: 'text' } }),
        { reason: 'name', problem: { message: expect.any(String) } },
      ],
    ),
    [
      'for a new name that is reserved',
      rename(files, [...fields, 'name'], 'toString'),
      { reason: 'name' },
    ],
    [
      'for a new name that is taken',
      rename(files, [...fields, 'name'], 'state'),
      { reason: 'taken' },
    ],
    [
      'for the name of a set',
      rename(files, ['permissionSets', 'all'], 'some'),
      { reason: 'notHere' },
    ],
    [
      'for a setting of a text',
      setAt(files, [...fields, 'name', 'type', 'a'], 1),
      { reason: 'notHere' },
    ],
  ])('%s', (_, edited, refused) => {
    expect(edited).toMatchObject({ refused });
  });
});

describe('a part of a file', () => {
  const edited = (text: string, edit: (files: DescriptorFiles) => Edited) => {
    const done = edit([{ path: 'resources.json', text }]);
    return 'files' in done ? done.files[0]?.text : done.refused.reason;
  };

  test('moves to another list with the comments that are about it', () => {
    const lists =
      '{\n  "a": [\n    // One.\n    "one", // first\n    "two"\n  ],\n  "b": [\n    "zero"\n  ]\n}\n';

    expect(edited(lists, (one) => passAt(one, ['a', 0], { list: ['b'], at: 1 }))).toBe(
      '{\n  "a": [\n    "two"\n  ],\n  "b": [\n    "zero",\n    // One.\n    "one" // first\n  ]\n}\n',
    );
  });

  test('gets another name in its place, unless that is taken', () => {
    const links = '{ "app": { "links": { "a": "/a", "b": "/b" } } }';
    const named = (to: string) =>
      edited(links, (files) => renameMember(files, ['app', 'links', 'a'], to));

    expect(named('c')).toBe(links.replace('"a":', '"c":'));
    expect(named('b')).toBe('taken');
  });
});
