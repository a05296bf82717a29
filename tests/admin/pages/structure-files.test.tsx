import { describe, expect, test } from 'vitest';
import { fillTemplate } from '../../../src/fields/problems/fill-template.ts';
import { texts as de } from '../../../src/admin/messages/de/pages/structure.ts';
import { texts as app } from '../../../src/admin/messages/en/app.ts';
import { texts as en } from '../../../src/admin/messages/en/pages/structure.ts';
import { toCsv, toMarkdown } from '../../../src/admin/pages/structure/dictionary-tab.tsx';
import {
  findFields,
  toDictionary,
  type DictionaryWords,
} from '../../../src/admin/pages/structure/dictionary.ts';
import { layOutDiagram } from '../../../src/admin/pages/structure/lay-out-diagram.ts';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { toSpreadsheetText } from '../../../src/fields/text/spreadsheet-text.ts';
import { textIn } from '../../../src/fields/problems/localized-text.ts';
import { fieldTypes } from '../../../src/fields/registry.ts';
import { libraryDescriptor } from '../../support/library.ts';

const words: DictionaryWords = {
  texts: en,
  filterTexts: app.structure.filter,
  say: (text) => textIn(text, 'en'),
  operatorText: (operator, value) => fillTemplate(app.operators[operator].sentence, { value }),
};

const sheet = toDescriptor({
  resources: {
    sums: {
      fields: {
        total: { type: 'text', label: '=1+1', help: 'a "sum", as | it is', default: '-5' },
        part: { type: 'reference', to: 'sums' },
      },
    },
  },
});
const chapters = toDictionary(sheet, words);

test.each([
  ['=1', "'=1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@a', "'@a"],
  ['\ta', "'\ta"],
  ['＝1', "'＝1"],
  ["'=1", "''=1"],
  ["'quoted'", "'quoted'"],
  ['a=1', 'a=1'],
  ['', ''],
])('writes %j for spreadsheets as %j', (text, expected) => {
  expect(toSpreadsheetText(text)).toBe(expected);
});

describe('the files of the dictionary', () => {
  test('contain as CSV one line per field, which no spreadsheet runs as a formula', () => {
    expect(toCsv(chapters, words).split('\r\n')).toEqual([
      '\ufeffCollection,Field,Label,Type,Settings,Required,Unique,Searched,Read by,Written by,Refers to,Help',
      `sums,total,'=1+1,text,default: -5,,,,,,,"a ""sum"", as | it is"`,
      'sums,part,Part,link to one record,,,,,,,sums,',
      '',
    ]);
  });

  test('contain as Markdown a table per resource, with escaped texts', () => {
    const text = toMarkdown(chapters, words);

    expect(text).toContain('## Sums (sums)\n\n| Field | Label |');
    expect(text).toContain(String.raw`| a "sum", as \| it is |`);
  });
});

test.each([
  ['English', en],
  ['German', de],
])('names every setting of every type in %s', (_, structure) => {
  const settings = Object.values(fieldTypes).flatMap(({ settings: { shape } }) =>
    Object.keys(shape),
  );

  const unsaid = settings.filter((name) => !Object.hasOwn(structure.settings, name));

  expect([...new Set(unsaid)]).toEqual([]);
});

test.each([
  ['English', en],
  ['German', de],
])('has a word in %s for every type', (_, structure) => {
  expect(Object.keys(structure.types).sort()).toEqual(Object.keys(fieldTypes).sort());
});

describe('the diagram', () => {
  test('draws references from left to right, without overlapping boxes', () => {
    const { boxes, edges, width, height } = layOutDiagram(libraryDescriptor());
    const of = (name: string) => boxes.find(({ resource }) => resource.name === name)!;

    expect(boxes).toHaveLength(4);
    expect(of('books').x).toBeLessThan(of('authors').x);
    expect(edges.map(({ from, field, to }) => `${from}.${field.name} ${to}`)).toEqual([
      'authors.mentor authors',
      'books.author authors',
      'books.editors authors',
    ]);
    for (const one of boxes) {
      expect(one.x + 216 <= width && one.y + one.height <= height).toBe(true);
      const over = boxes.filter(
        (other) =>
          other !== one &&
          other.x === one.x &&
          other.y < one.y + one.height &&
          one.y < other.y + other.height,
      );
      expect(over).toEqual([]);
    }
  });

  test('supports references in a circle', () => {
    const to = (target: string) => ({ fields: { next: { type: 'reference', to: target } } });
    const circle = toDescriptor({ resources: { a: to('b'), b: to('c'), c: to('a') } });

    const { boxes, edges } = layOutDiagram(circle);

    expect(new Set(boxes.map(({ x }) => x)).size).toBe(3);
    expect(edges).toHaveLength(3);
  });

  test('is empty without resources', () => {
    expect(layOutDiagram(toDescriptor({ resources: {} })).boxes).toEqual([]);
  });
});

describe('the settings of a whole resource', () => {
  const desk = toDescriptor({
    roles: { admin: { all: true }, clerk: { label: 'Clerk' } },
    resources: {
      tickets: {
        was: 'issues',
        fields: {
          number: { type: 'text', was: 'no' },
          from: { type: 'number' },
          to: { type: 'number' },
          state: { type: 'choice', choices: [{ value: 'open', was: 'new' }] },
          span: { type: 'number', computed: 'to - from' },
        },
        unique: [['number', 'from']],
        checks: [{ check: { not: { from_gt: { $field: 'to' } } }, message: 'From is after to.' }],
        children: [{ resource: 'notes', field: 'ticket' }],
        actions: [
          {
            name: 'close',
            form: { fields: { why: { type: 'text' } } },
            roles: ['clerk'],
            bulk: true,
            confirm: 'Really?',
          },
        ],
      },
      notes: { fields: { ticket: { type: 'reference', to: 'tickets' } } },
    },
  });
  const facts = toDictionary(desk, words);

  test('are in the dictionary', () => {
    expect(facts[0]?.facts).toEqual([
      { kind: 'was', text: 'issues' },
      { kind: 'unique', text: 'Number, From' },
      { kind: 'check', text: 'not (From > To) — From is after to.' },
      { kind: 'child', text: 'Notes by Ticket' },
      {
        kind: 'action',
        text: 'Close: POST /api/tickets/{_id}/close; by Clerk; asks for Why; asks “Really?”; also as a bulk action',
      },
    ]);
    const settings = Object.fromEntries(
      facts[0]!.entries.map((entry) => [entry.field, entry.settings]),
    );
    expect(settings).toMatchObject({
      number: expect.stringContaining('formerly no'),
      state: 'one of open (formerly new)',
      span: 'computed: to - from',
    });
  });

  test('are in the files, and found by their words', () => {
    const csv = toCsv(facts, words);
    const markdown = toMarkdown(facts, words);

    expect(csv).toContain('tickets,,,Action,Close: POST /api/tickets/{_id}/close; by Clerk');
    expect(markdown).toContain('- Check: not (From \\> To) — From is after to.');
    expect(
      findFields(facts, 'really').map(({ entries, facts: found }) => [
        entries.length,
        found.length,
      ]),
    ).toEqual([[0, 1]]);
  });
});
