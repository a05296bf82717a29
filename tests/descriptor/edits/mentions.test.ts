import { describe, expect, test } from 'vitest';
import { mentionsOf, removeWithMentions } from '../../../src/descriptor/edits/mentions.ts';
import { openFiles, wholeOf, type Edited } from '../../../src/descriptor/edits/open-files.ts';
import { asObject } from '../../../src/descriptor/read/draft.ts';
import type { JsonObject } from '../../../src/descriptor/json-object.ts';
import { checkFiles } from './read-world.ts';
import { books, booksFields } from './small-files.ts';

const field = (name: string) => ['resources', 'things', 'fields', name];

function things(more: JsonObject) {
  const fields = {
    name: { type: 'text', required: true },
    place: { type: 'number', required: true },
    secret: { type: 'boolean' },
    state: { type: 'choice', choices: ['open', 'done'] },
    from: { type: 'date' },
    until: { type: 'date' },
    mail: { type: 'email', required: true },
    ...asObject(more.fields),
  };
  const roles = { admin: { all: true }, staff: {} };
  const declared = { roles, resources: { things: { ...more, fields } } };
  const files = [{ path: 'a.json', text: JSON.stringify(declared, null, 2) }];
  expect(checkFiles(files)).toEqual([]);
  return files;
}

/** The collection without a field, which `check` accepts. */
function without(edited: Edited): JsonObject {
  if ('refused' in edited) throw new Error(JSON.stringify(edited.refused));
  expect(checkFiles(edited.files)).toEqual([]);
  const opened = openFiles(edited.files);
  if ('refused' in opened) throw new Error(JSON.stringify(opened.refused));
  return asObject(asObject(wholeOf(opened).resources)['things']);
}

describe('without a field that a condition reads', () => {
  test.each(['secret = false', { secret: false, name_nnull: true }])(
    'nothing becomes free: %j',
    (condition) => {
      const files = things({
        fields: {
          state: {
            type: 'choice',
            choices: ['open', 'done'],
            states: {
              transitions: [{ name: 'finish', from: ['open'], to: 'done', when: condition }],
            },
          },
        },
        public: { fields: ['name', 'secret'], where: condition },
        actions: [{ name: 'send', when: condition }, { name: 'print' }],
        permissions: { staff: { list: true, read: true, update: condition } },
      });

      const left = without(removeWithMentions(files, field('secret')));

      expect(left).not.toHaveProperty('public');
      expect(left).toMatchObject({
        fields: { state: { states: { transitions: [] } } },
        actions: [{ name: 'print' }],
        permissions: { staff: { list: true, read: true } },
      });
      expect(asObject(left.permissions)['staff']).not.toHaveProperty('update');
    },
  );

  test.each([
    ['secret', { fields: ['name', 'place', 'mail', 'secret'], when: 'secret = false' }],
    ['mail', { fields: ['name', 'place', 'mail'], confirm: 'mail' }],
  ])('a public form closes: %s', (gone, create) => {
    const files = things({
      fields: { mail: { type: 'email', required: gone === 'mail' } },
      public: { fields: ['name'], create },
    });

    const left = without(removeWithMentions(files, field(gone)));

    expect(left.public).toEqual({ fields: ['name'] });
  });
});

test('a key or a rule of several fields goes as a whole', () => {
  const files = things({
    importKey: ['name', 'place'],
    unique: [
      ['name', 'place'],
      ['name', 'mail'],
    ],
    noOverlap: [{ fields: ['name', 'place'], from: 'from', to: 'until' }],
    checks: [{ check: { place_gte: 1, name_nnull: true }, message: 'No' }],
    indexes: [['name', 'place']],
  });

  const left = without(removeWithMentions(files, field('place')));

  expect(Object.keys(left).toSorted()).toEqual(['fields', 'unique']);
  expect(left.unique).toEqual([['name', 'mail']]);
});

test('a field that is computed from it goes too, with what mentions that one', () => {
  const files = things({
    fields: {
      double: { type: 'number', computed: 'place * 2' },
      more: { type: 'number', computed: 'double + 1' },
    },
    list: { columns: ['name', 'more'], sort: '-double' },
  });

  const found = mentionsOf(files, field('place'));
  const left = without(removeWithMentions(files, field('place')));

  expect('mentions' in found && found.mentions.map(({ path }) => path.slice(2).join('.'))).toEqual([
    'fields.double',
    'fields.more',
    'list.columns.1',
    'list.sort',
  ]);
  expect(left.list).toEqual({ columns: ['name'] });
  expect(asObject(left.fields)).not.toHaveProperty('more');
});

test('a list of which nothing is left goes', () => {
  const text = books[0]?.text.replace('["name", "shelf.code"]', '["shelf", "shelf.code"]') ?? '';
  const edited = removeWithMentions([{ path: 'a.json', text }], [...booksFields, 'shelf']);

  expect('files' in edited && checkFiles(edited.files)).toEqual([]);
  expect('files' in edited && edited.files[0]?.text).toContain('"list": { "sort": "-name,state"');
});
