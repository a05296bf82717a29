import { describe, expect, test } from 'vitest';
import {
  addCollection,
  checkCollectionName,
  copyCollection,
  filesFor,
} from '../../../src/descriptor/edits/new-collection.ts';
import { readSource } from '../../../src/descriptor/read/source-text.ts';
import { asObject } from '../../../src/descriptor/read/draft.ts';
import { checkFiles, readWorld } from './read-world.ts';
import { books, files, more, text, textOf } from './small-files.ts';

const value = { label: 'Readers', fields: { name: { type: 'text' } } };

describe('a new collection', () => {
  test('is the last of its file, and nothing else changes', () => {
    const edited = addCollection(files, { name: 'readers', value }, 'resources.json');

    expect(textOf(edited)).toBe(
      text.replace(
        '["list", "read"] },\n    },\n',
        `["list", "read"] },\n    },\n    "readers": {\n      "label": "Readers",\n      "fields": { "name": { "type": "text" } }\n    },\n`,
      ),
    );
    expect(textOf(edited, 1)).toBe(more);
  });

  test('can have a file of its own, which the descriptor then includes', () => {
    const edited = addCollection(files, { name: 'readers', value }, 'readers.json');

    expect(textOf(edited)).toBe(text.replace('["more.json"]', '["more.json", "readers.json"]'));
    expect(readSource(textOf(edited, 2)).value).toEqual({ resources: { readers: value } });
  });

  test('is offered the files that declare collections', () => {
    expect(filesFor(files)).toEqual(['resources.json', 'more.json']);
  });

  test.each([
    ['of another collection', 'books', 'taken'],
    ['of one in another file', 'shelves', 'taken'],
    ['of one in another spelling', 'bOOKS', 'taken'],
    ['of the people who sign in', 'users', 'taken'],
    ['of an address of the system', 'admin', 'name'],
    ['that every object has', 'constructor', 'name'],
    ['that begins with a prototype', '__proto__', 'name'],
    ['in another script', 'книги', 'name'],
    ['of nothing', '', 'name'],
  ])('does not get the name %s', (_, name, reason) => {
    expect(checkCollectionName(files, name)).toMatchObject({ reason });
    expect(addCollection(files, { name, value }, 'resources.json')).toHaveProperty('refused');
  });
});

describe('a copy', () => {
  test('has the comments, and its own label', () => {
    const changes = { label: 'Films', permissions: {} };
    const copied = textOf(copyCollection(files, 'books', { name: 'films', changes }));

    const [, copy = ''] = copied.split('"films": ');
    expect(copied).toContain(text.slice(0, text.lastIndexOf('    },')));
    expect(copy).toContain('"label": "Films"');
    expect(copy).toContain('// The title\n        "name"');
    expect(copy).toContain('// shown everywhere');
    expect(copy).toContain('"permissions": {}');
  });

  test('leaves out what only records that refer to the collection give', () => {
    const copied = textOf(copyCollection(books, 'shelves', { name: 'racks', changes: {} }));

    expect(asObject(asObject(asObject(readSource(copied).value).resources)['racks'])).toEqual({
      title: '{code}',
      fields: { code: { type: 'text' }, town: { type: 'text' } },
      list: { filter: {} },
    });
  });

  test('refers to itself where the collection refers to itself', () => {
    const tree = [
      {
        path: 'resources.json',
        text: `{ "resources": { "places": {
          "path": "/all-places",
          "fields": {
            "name": { "type": "text" },
            "inside": { "type": "reference", "to": "places" }, // a tree
            "parts": { "type": "number", "computed": "count(places.inside)" }
          },
          "children": [{ "resource": "places", "field": "inside" }]
        } } }`,
      },
    ];

    const copied = textOf(copyCollection(tree, 'places', { name: 'rooms', changes: {} }));

    expect(asObject(asObject(asObject(readSource(copied).value).resources)['rooms'])).toEqual({
      fields: {
        name: { type: 'text' },
        inside: { type: 'reference', to: 'rooms' },
        parts: { type: 'number', computed: 'count(rooms.inside)' },
      },
      children: [{ resource: 'rooms', field: 'inside' }],
    });
  });

  test.each(['association', 'bakery', 'museum', 'school', 'seed-bank', 'tool-library'])(
    'of each collection of the %s passes the check',
    (world) => {
      const whole = readWorld(`tests/worlds/${world}/resources.json`);
      const names = whole.flatMap(({ text: one }) =>
        Object.keys(asObject(asObject(readSource(one).value).resources)),
      );

      const problems = names
        .filter((name) => name !== 'users')
        .flatMap((name) => {
          const edited = copyCollection(whole, name, {
            name: 'copied',
            changes: { label: 'Copy' },
          });
          return 'refused' in edited
            ? [JSON.stringify(edited.refused)]
            : checkFiles(edited.files).map((problem) => `${name}: ${problem}`);
        });

      expect(problems).toEqual([]);
    },
  );
});
