import { describe, expect, test } from 'vitest';
import { describeChange } from '../../../src/descriptor/edits/describe-change.ts';
import { insertAt, moveAt, removeAt } from '../../../src/descriptor/edits/edit.ts';
import { mentionsOf, removeWithMentions } from '../../../src/descriptor/edits/mentions.ts';
import { rename } from '../../../src/descriptor/edits/rename.ts';
import { checkFiles } from './read-world.ts';
import { books, booksFields, fields, files, library, textOf } from './small-files.ts';

describe('a rename', () => {
  test('is one everywhere, and leaves what it does not mean', () => {
    expect(checkFiles(books)).toEqual([]);

    const expected = library
      .replace('"{name} · ', '"{heading} · ')
      .replace('"importKey": "name"', '"importKey": "heading"')
      .replace(
        '"name": { "type": "text", "required": true, "unique": true }',
        '"heading": { "type": "text", "required": true, "unique": true, "was": "name" }',
      )
      .replace(
        `"when": "name  !=  'x'", "required": ["name"]`,
        `"when": "heading  !=  'x'", "required": ["heading"]`,
      )
      .replace('concat( name,', 'concat( heading,')
      .replace('["name", "shelf.code"]', '["heading", "shelf.code"]')
      .replace('"-name,state"', '"-heading,state"')
      .replace('"name_nnull"', '"heading_nnull"')
      .replace("or name = 'open'", "or heading = 'open'")
      .replace(
        '$before.name = null or name = $before.name',
        '$before.heading = null or heading = $before.heading',
      )
      .replace('[["name", "state"]]', '[["heading", "state"]]')
      .replace('list(name of', 'list(heading of')
      .replace('some(books.shelf).name', 'some(books.shelf).heading')
      .replace('"columns": ["name"], "sort": "-name"', '"columns": ["heading"], "sort": "-heading"')
      .replace('"columns": ["name"] }] }', '"columns": ["heading"] }] }');

    expect(textOf(rename(books, [...booksFields, 'name'], 'heading'))).toBe(expected);
  });

  test('of the qualifier of a number', () => {
    const qualified = library.replace(
      '"short":',
      '"sign": { "type": "choice", "choices": ["<"] }, "amount": { "type": "number", "qualifier": "sign" }, "short":',
    );
    const sent = [{ path: 'resources.json', text: qualified }];

    expect(textOf(rename(sent, [...booksFields, 'sign'], 'mark'))).toContain('"qualifier": "mark"');
  });

  test('of the file that a part of an object has a page of', () => {
    const scanned = library.replace(
      '"short":',
      '"scan": { "type": "file" }, "permit": { "type": "object", "fields": { "page": { "type": "text", "pageOf": "scan" } } }, "short":',
    );
    const sent = [{ path: 'resources.json', text: scanned }];

    expect(textOf(rename(sent, [...booksFields, 'scan'], 'copy'))).toContain('"pageOf": "copy"');
  });

  test('of a collection and of a choice', () => {
    const works = textOf(rename(books, ['resources', 'books'], 'works'));
    expect(works).toBe(
      library
        .replaceAll('books.shelf', 'works.shelf')
        .replaceAll('"resource": "books"', '"resource": "works"')
        .replace(
          '"books": {\n      "title": "{name} · {state}",',
          '"works": {\n      "title": "{name} · {state}",\n      "was": "books",',
        ),
    );

    const away = textOf(rename(books, [...booksFields, 'state', 'choices', 1], 'away'));
    expect(away).toBe(
      library
        .replace('["open", "lent"]', '["open", { "value": "away", "was": "lent" }]')
        .replaceAll("state = 'lent'", "state = 'away'")
        .replace('"to": "lent"', '"to": "away"')
        .replace('{ "state": "lent" }', '{ "state": "away" }'),
    );
  });

  const closed = {
    name: 'close',
    label: 'Close',
    form: { fields: { why: { type: 'choice', choices: ['open', 'lent'], default: 'lent' } } },
  };
  const inParts = library
    .replace(
      '"short":',
      '"held": { "type": "object", "fields": { "as": { "type": "choice", "choices": ["open", "lent"] }, "by": { "type": "choice", "choices": ["lent"] } } }, "short":',
    )
    .replace(
      '{ "state": "lent" }',
      '{ "held.as": "lent", "held.as_neq": "open", "held.by": "lent" }',
    )
    .replace("state = 'open' or name", "held.as = 'lent' or held.by = 'lent' or name")
    .replace('"checks":', `"actions": [${JSON.stringify(closed)}], "checks":`);

  test('of a choice of a part of an object', () => {
    const sent = [{ path: 'resources.json', text: inParts }];
    const path = [...booksFields, 'held', 'fields', 'as', 'choices', 1];

    const away = textOf(rename(sent, path, 'away'));
    const whole = textOf(
      rename([{ path: 'resources.json', text: away }], [...booksFields, 'held'], 'kept'),
    );

    expect(away).toBe(
      inParts
        .replace('["open", "lent"] }, "by"', '["open", { "value": "away", "was": "lent" }] }, "by"')
        .replace('"held.as": "lent"', '"held.as": "away"')
        .replace("held.as = 'lent'", "held.as = 'away'"),
    );
    expect(whole).toContain("kept.as = 'away' or kept.by = 'lent'");
  });

  test('of a choice of the form of an action needs no former name', () => {
    const path = ['resources', 'books', 'actions', 0, 'form', 'fields', 'why', 'choices', 1];
    const away = textOf(rename([{ path: 'resources.json', text: inParts }], path, 'away'));

    expect(away).toBe(
      inParts.replace('["open","lent"],"default":"lent"', '["open","away"],"default":"away"'),
    );
  });

  test.each([
    "coalesce(name, state) = 'lent'",
    "if(short = 'lent', name, 'lent') = state",
    "max(state, 'lent') = name",
  ])('of a choice finds it beside another field: %s', (text) => {
    const given = books.map((each) => ({
      ...each,
      text: each.text.replace("state = 'open' or name = 'open'", text),
    }));

    const away = textOf(rename(given, [...booksFields, 'state', 'choices', 1], 'away'));

    expect(away).toContain(`"filter": "${text.replace(/'lent'(?!, name)/, "'away'")}"`);
  });

  test('of a field that the filter of a reference reads', () => {
    expect(textOf(rename(books, [...booksFields, 'state'], 'where1'))).toContain('town = $where1');
  });

  test('twice keeps the first former name, and back removes it', () => {
    const once = rename(books, [...booksFields, 'name'], 'heading');
    const twice = rename('files' in once ? once.files : [], [...booksFields, 'heading'], 'caption');
    const back = rename('files' in twice ? twice.files : [], [...booksFields, 'caption'], 'name');

    expect(textOf(twice)).toContain('"was": "name"');
    expect(back).toEqual({ files: books });
  });

  test('writes no former name of what is new, and replaces one that is applied', () => {
    const added = insertAt(books, booksFields, { key: 'fresh', value: { type: 'text' } });
    const now = 'files' in added ? added.files : [];
    expect(textOf(rename(now, [...booksFields, 'fresh'], 'newer', books))).not.toContain('"was"');

    const once = rename(books, [...booksFields, 'name'], 'heading');
    const applied = 'files' in once ? once.files : [];
    const twice = textOf(rename(applied, [...booksFields, 'heading'], 'caption', applied));
    expect(twice).toContain('"was": "heading"');
  });

  test('into the name of a removed field keeps what it was', () => {
    const two = [
      {
        path: 'a.json',
        text: '{ "resources": { "pairs": { "fields": { "a": { "type": "text" }, "b": { "type": "text" } } } } }',
      },
    ];
    const path = ['resources', 'pairs', 'fields'];
    const removed = removeAt(two, [...path, 'b']);
    const once = rename('files' in removed ? removed.files : [], [...path, 'a'], 'b', two);
    const twice = textOf(rename('files' in once ? once.files : [], [...path, 'b'], 'c', two));

    expect(twice).toContain('"c": { "type": "text", "was": "a" }');
  });

  test('of a field of a set is one in each collection that has it', () => {
    const renamed = rename(files, ['fieldSets', 'dates', 'boughtOn'], 'gotOn');

    expect(textOf(renamed, 1)).toContain('"gotOn": { "type": "date", "was": "boughtOn" }');
  });

  test('is refused if a shared set would need two texts', () => {
    const shared = files.map(({ path, text: one }) => ({
      path,
      text: one
        .replace('"permissions": { "staff": ["list", "read"] }', '"permissions": "all"')
        .replace('{ "list": true }', `{ "list": "name != 'x'" }`)
        .replace('"code": { "type": "text" }', '"name": { "type": "text" }'),
    }));

    expect(rename(shared, [...fields, 'name'], 'heading')).toMatchObject({
      refused: { reason: 'shared', source: ['permissionSets', 'all'] },
    });
  });
});

test('finds its way among 400 fields, also next to one with a mistake', () => {
  const names = Array.from({ length: 400 }, (_, index) => `field${index}`);
  const declared = Object.fromEntries(names.map((name) => [name, { type: 'text' }]));
  const wrong = { type: 'reference', to: 'things', maxLength: 'x', filter: 'field7 = $field8' };
  const things = { fields: { ...declared, parent: wrong }, list: { columns: names } };
  const many = [{ path: 'a.json', text: JSON.stringify({ resources: { things } }, null, 2) }];

  const renamed = rename(many, ['resources', 'things', 'fields', 'field8'], 'other');

  const text = 'files' in renamed ? renamed.files[0]?.text : '';
  expect(text).toContain('"other": {\n          "type": "text",\n          "was": "field8"\n');
  expect(text).toContain('field7 = $other');
  expect(text?.match(/field8"/g)).toHaveLength(1);
});

test('lists the places that mention a field, and removes what each names', () => {
  const found = mentionsOf(books, [...booksFields, 'shelf']);
  const paths = 'mentions' in found ? found.mentions.map(({ path }) => path.join('.')) : [];

  expect(paths).toEqual([
    'resources.books.fields.short',
    'resources.books.list.columns.1',
    'resources.shelves.fields.lent',
    'resources.shelves.fields.names',
    "resources.shelves.list.filter.count(books.shelf where state = 'lent')_gte",
    'resources.shelves.list.filter.some(books.shelf).name',
    'resources.shelves.children',
  ]);
  expect('mentions' in found && found.mentions[0]).toMatchObject({
    file: 'resources.json',
    line: 13,
  });
});

test('removes a field with what mentions it, and nothing else', () => {
  const removed = textOf(removeWithMentions(books, [...booksFields, 'shelf']));

  expect(removed).not.toContain('shelf');
  expect(removed).toContain('"columns": ["name"], "sort": "-name,state"');
});

test('says what changed', () => {
  const renamed = rename(books, [...booksFields, 'name'], 'heading');
  const added = insertAt('files' in renamed ? renamed.files : [], booksFields, {
    key: 'pages',
    value: { type: 'number' },
  });
  const moved = moveAt('files' in added ? added.files : [], [...booksFields, 'pages'], 'state');
  const removed = removeAt('files' in moved ? moved.files : [], ['resources', 'books', 'views']);
  const after = 'files' in removed ? removed.files : [];

  const described = describeChange(books, after);

  const changes = 'changes' in described ? described.changes : [];
  expect(changes.map(({ kind, path }) => `${kind} ${path.join('.')}`)).toEqual(
    expect.arrayContaining([
      'removed resources.books.views',
      'renamed resources.books.fields.heading',
      'added resources.books.fields.pages',
      'changed resources.books.importKey',
    ]),
  );
  expect(describeChange(books, books)).toEqual({ changes: [] });
});
