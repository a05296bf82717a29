import { describe, expect, test } from 'vitest';
import {
  addField,
  duplicateField,
  nameProblem,
} from '../../../../src/admin/pages/structure/collection/field-edits.ts';
import { withType } from '../../../../src/admin/pages/structure/settings/with-type.ts';
import {
  placeAfterStep,
  placeBeside,
  problemsAt,
  toFieldRows,
} from '../../../../src/admin/pages/structure/collection/field-rows.ts';
import {
  openFiles,
  wholeOf,
  type DescriptorFiles,
  type Edited,
} from '../../../../src/descriptor/edits/open-files.ts';

const text = `{
  "app": { "languages": ["en", "de"] },
  "fieldSets": { "stamps": { "place": { "type": "text" }, "day": { "type": "date" } } },
  "resources": {
    "books": {
      "fields": {
        // What everybody asks for.
        "title": { "type": "text", "label": { "en": "Title", "de": "Titel" }, "aliases": ["Name"] },
        "$use": "stamps",
        "pages": { "type": "number", "unit": "p", "min": 1, "required": true, "was": "leaves" }
      },
      "list": { "columns": ["title"] },
      "form": [
        { "tab": "First", "fields": ["title"] },
        { "tab": "Second", "fields": ["pages"] }
      ]
    }
  }
}
`;

const files: DescriptorFiles = [{ path: 'resources.json', text }];
const declared = declaredIn(files);
const rows = toFieldRows(declared, 'books');
const rowOf = (name: string) => rows.find((row) => row.name === name)!;

function declaredIn(of: DescriptorFiles) {
  const opened = openFiles(of);
  if ('refused' in opened) throw new Error(opened.refused.reason);
  return wholeOf(opened);
}

function done(edited: Edited): string {
  if ('refused' in edited) throw new Error(edited.refused.reason);
  return edited.files[0]!.text;
}

describe('the fields of a collection', () => {
  test('are in their order, those of shared sets with the set that declares them', () => {
    expect(rows.map(({ name, set, path }) => [name, set, path.join('.')])).toEqual([
      ['title', undefined, 'resources.books.fields.title'],
      ['place', 'stamps', 'fieldSets.stamps.place'],
      ['day', 'stamps', 'fieldSets.stamps.day'],
      ['pages', undefined, 'resources.books.fields.pages'],
    ]);
  });

  test('move one place, past all fields of a set at once, and not beyond the ends', () => {
    expect(placeAfterStep(declared, 'books', 'pages', -1)).toEqual({ before: '$use' });
    expect(placeAfterStep(declared, 'books', 'title', 1)).toEqual({ before: 'pages' });
    expect(placeAfterStep(declared, 'books', 'title', -1)).toBe(false);
    expect(placeAfterStep(declared, 'books', 'pages', 1)).toBe(false);
  });

  test('are dropped above or below a row, never among those of a set', () => {
    expect(placeBeside(declared, 'books', { row: rowOf('day'), isBelow: false })).toBe('$use');
    expect(placeBeside(declared, 'books', { row: rowOf('place'), isBelow: true })).toBe('pages');
    expect(placeBeside(declared, 'books', { row: rowOf('pages'), isBelow: true })).toBeUndefined();
  });

  test('have the problems of their declaration, wherever it is, and of no longer name', () => {
    const problems = [
      'resources.books.fields.pages',
      'resources.books.fields.pages.min',
      'resources.books.fields.pagesRead',
      'fieldSets.stamps.day.type',
      'resources.books.fields.day.label',
    ].map((path) => ({ path }));

    expect(problemsAt(problems, rowOf('pages'), 'books')).toEqual(problems.slice(0, 2));
    expect(problemsAt(problems, rowOf('day'), 'books')).toEqual(problems.slice(3));
  });
});

describe('a new field', () => {
  const field = { type: 'date', label: 'Due' };

  test('is the last one, in a section of the form and a column of the list', () => {
    const add = addField(declared, 'books', { name: 'due', field, section: 0, isColumn: true });

    const after = done(add(files));

    expect(after).toContain(
      '"was": "leaves" },\n        "due": { "type": "date", "label": "Due" }\n',
    );
    expect(after).toContain('"columns": ["title", "due"]');
    expect(after).toContain('{ "tab": "First", "fields": ["title", "due"] }');
  });

  test('changes nothing else, and needs no list that is not declared', () => {
    const bare = [
      { path: 'resources.json', text: text.replace('"columns": ["title"]', '"pageSize": 25') },
    ];
    const add = addField(declaredIn(bare), 'books', { name: 'due', field, isColumn: true });

    const after = done(add(bare));

    expect(after.replace(',\n        "due": { "type": "date", "label": "Due" }', '')).toBe(
      bare[0]!.text,
    );
  });

  test.each([
    ['id', { reason: 'name', problem: { code: 'D009' } }],
    ['constructor', { reason: 'name', problem: { code: 'D008' } }],
    ['имя', { reason: 'name', problem: { code: 'D008' } }],
    ['Due', { reason: 'name', problem: { code: 'D008' } }],
    ['title', { reason: 'taken' }],
    ['day', { reason: 'taken' }],
    ['tItle', { reason: 'taken' }],
  ])('cannot be called %s', (name, problem) => {
    expect(nameProblem(files, { collection: 'books', rows }, name)).toMatchObject(problem);
  });

  test('can have any other name', () => {
    expect(nameProblem(files, { collection: 'books', rows }, 'due')).toBeUndefined();
  });
});

describe('a copy of a field', () => {
  test('follows it under a free name and numbered labels, without its names elsewhere', () => {
    const { name, edit } = duplicateField(declared, rowOf('title'), rows);

    expect(name).toBe('title2');
    expect(done(edit(files))).toContain(
      '"title2": { "label": { "en": "Title 2", "de": "Titel 2" }, "type": "text" },\n        "$use"',
    );
  });

  test('of the last field is the last', () => {
    const { edit } = duplicateField(declared, rowOf('pages'), rows);

    expect(done(edit(files))).toMatch(/"pages2": \{[^}]*"required": true \}\n {6}\}/);
  });
});

describe('another type', () => {
  test('keeps the settings that it has too, and says which ones go', () => {
    expect(withType(rowOf('pages').field, { type: 'text' })).toEqual({
      field: { type: 'text', required: true, was: 'leaves' },
      lost: ['unit', 'min'],
    });
  });

  test('drops a setting that it has with other values', () => {
    expect(withType(rowOf('pages').field, { type: 'decimal' })).toEqual({
      field: { type: 'decimal', unit: 'p', required: true, was: 'leaves' },
      lost: ['min'],
    });
  });

  test('drops what fields of it cannot have, and keeps conditions', () => {
    const when = { shown: "status = 'open'" };
    const before = { type: 'text', search: true, unique: true, default: 'none', when };

    expect(withType(before, { type: 'number' })).toEqual({
      field: { type: 'number', unique: true, when },
      lost: ['search', 'default'],
    });
  });

  test('gets what it needs', () => {
    expect(withType(rowOf('title').field, { type: 'choice', choices: ['a'] }).field).toMatchObject({
      type: 'choice',
      choices: ['a'],
    });
  });
});
