import { describe, expect, test } from 'vitest';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';

const users = `"users": { "fields": {
  "email": { "type": "email", "required": true, "unique": true },
  "name": { "type": "text" },
  "role": { "type": "choice", "choices": ["admin", "staff"] },
  "status": { "type": "choice", "choices": ["pending", "confirmed", "disabled", "invited"] },
} }`;

const main = (include: unknown) =>
  `{ "include": ${JSON.stringify(include)},\n"resources": { ${users} } }`;

const books = `{
  // Comments and trailing commas, as in the descriptor.
  "resources": { "books": { "fields": { "author": { "type": "reference", "to": "authors" } }, } },
}`;
const authors = '{ "resources": { "authors": { "fields": { "name": { "type": "text" } } } } }';
const roles = '{ "roles": { "admin": { "all": true }, "staff": {} } }';

function parse(text: string, files: Record<string, string>) {
  const included = Object.entries(files).map(([file, of]) => [file, { text: of }] as const);
  return parseDescriptor(text, new Map(included));
}

function problemsOf(text: string, files: Record<string, string>) {
  const parsed = parse(text, files);
  return 'problems' in parsed ? parsed.problems : [];
}

describe('a descriptor in several files', () => {
  test('is merged, with its own declarations first', () => {
    const parsed = parse(main(['roles.json', 'more/books.json']), {
      'roles.json': roles,
      'more/books.json': books.replace('{', '{ "include": ["authors.json"],'),
      'more/authors.json': authors,
    });

    if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
    const { descriptor } = parsed;
    expect([...descriptor.resources.keys()]).toEqual(['users', 'books', 'authors']);
    expect([...descriptor.roles.keys()]).toEqual(['admin', 'staff']);
    expect(descriptor.source).not.toHaveProperty('include');
  });

  test('is the same as in one file', () => {
    const whole = parse(`{ ${roles.slice(1, -1)}, "resources": { ${users} } }`, {});
    const split = parse(main(['roles.json']), { 'roles.json': roles });

    expect('descriptor' in split && [...split.descriptor.resources.keys()]).toEqual(
      'descriptor' in whole && [...whole.descriptor.resources.keys()],
    );
  });

  test.each([
    [
      'a reference to nothing',
      { 'books.json': books },
      { file: 'books.json', line: 3, code: 'D010', path: 'resources.books.fields.author.to' },
    ],
    [
      'no JSON',
      { 'books.json': '{\n "resources": {' },
      { file: 'books.json', line: 2, code: 'D001' },
    ],
    [
      'no UTF-8',
      { 'books.json': '{\n\ufffd "resources": [] }' },
      { file: 'books.json', line: 2, code: 'D001' },
    ],
    [
      'an include of nothing in what is no JSON',
      { 'books.json': '{ "include": ["none.json"],\n "resources": {' },
      { file: 'books.json', line: 2, code: 'D001' },
    ],
    [
      'a setting that belongs into the descriptor',
      { 'books.json': '{\n\n"app": { "title": "x" } }' },
      { file: 'books.json', line: 3, code: 'D003', path: 'app' },
    ],
    [
      'resources that are none',
      { 'books.json': '{ "resources": [] }' },
      { file: 'books.json', line: 1, code: 'D004', path: 'resources' },
    ],
    [
      'a name that is taken',
      { 'books.json': `{ "resources": {\n${users} } }` },
      { file: 'books.json', line: 2, code: 'D038', path: 'resources.users' },
    ],
    [
      'an include of nothing',
      { 'books.json': '{\n"include": ["none.json"] }' },
      { file: 'books.json', line: 2, code: 'D037', path: 'include.0' },
    ],
    [
      'an include of itself',
      { 'books.json': '{\n"include": ["books.json"] }' },
      { file: 'books.json', line: 2, code: 'D039', path: 'include.0' },
    ],
  ])('is refused where it has %s, with the file and the line', (_, files, expected) => {
    expect(problemsOf(main(['books.json']), files)).toEqual([expect.objectContaining(expected)]);
  });

  test('is refused where two files include each other, or one twice', () => {
    const found = problemsOf(main(['a.json', 'b.json']), {
      'a.json': '{ "include": ["b.json"] }',
      'b.json': '{ "include": ["a.json"] }',
    });

    expect(found.map(({ file, code, params }) => [file, code, params?.by])).toEqual([
      [undefined, 'D039', 'a.json'],
      ['b.json', 'D039', 'this descriptor'],
    ]);
  });

  test.each(['../a.json', '/etc/passwd', 'a/../../b.json', './a.json', 'a\\b.json', '', 5])(
    'does not include %j, which is not a path below its folder',
    (entry) => {
      expect(problemsOf(main([entry]), {})).toEqual([
        expect.objectContaining({ code: 'D004', path: 'include.0', line: 1 }),
      ]);
    },
  );

  test('leaves an invalid section to the check, even if a file has it too', () => {
    const text = main(['roles.json']).replace('"resources"', '"roles": 5, "resources"');

    expect(problemsOf(text, { 'roles.json': roles })).toEqual([
      expect.objectContaining({ code: 'D004', path: 'roles' }),
    ]);
  });

  test('reports a missing file, and not its missing contents', () => {
    expect(problemsOf(main(['none.json']), {})).toEqual([
      expect.objectContaining({ code: 'D037', path: 'include.0', line: 1 }),
    ]);
  });

  test('reports the problems of each file in order', () => {
    const found = problemsOf(main(['books.json', 'authors.json']).replace('"text"', '"txt"'), {
      'books.json': books.replace('"fields"', '"feelds": 1, "fields"'),
      'authors.json': authors.replace('"text"', '"txt"'),
    });

    expect(found.map(({ file, code }) => [file, code])).toEqual([
      [undefined, 'D006'],
      ['books.json', 'D003'],
      ['authors.json', 'D006'],
    ]);
  });
});
