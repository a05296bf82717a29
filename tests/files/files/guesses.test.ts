import { describe, expect, it, test } from 'vitest';
import { libraryDescriptor } from '../../support/library.ts';
import { createSemaphore } from '../../../src/files/create-semaphore.ts';
import { toTableColumns, writeText } from '../../../src/files/formats/table-column.ts';
import type { Cell } from '../../../src/files/formats/table-rows.ts';
import { createJsonScan } from '../../../src/files/formats/json-rows.ts';
import { sheetsIn } from '../../../src/files/formats/workbook-parts.ts';
import { guessConversion } from '../../../src/files/import/suggest/guess-conversion.ts';
import { suggestHeader } from '../../../src/files/import/suggest/suggest-header.ts';
import { suggestMapping } from '../../../src/files/import/suggest/suggest-mapping.ts';

const descriptor = libraryDescriptor();
const books = descriptor.resources.get('books')!;
const fields = [...books.fields.values()];

/** Rows of two columns, the first of them under nothing that tells. */
const linesOf = (cells: readonly Cell[]) =>
  cells.map((cell, index) => ({ line: index + 1, cells: ['some words', cell] }));

describe('the header row', () => {
  it.each<[what: string, cells: readonly Cell[], row: number]>([
    ['addresses below an address', ['a@b.org', 'c@d.org', 'e@f.org'], 0],
    ['links below a link', ['https://a.org', 'http://b.org', 'https://c.org'], 0],
    ['dates below a date', ['1.2.2020', '3.4.2021', '5.6.2022'], 0],
    ['other groups of digits', ['1.2.2020', '80-05-7', '50-00-0'], 1],
    ['numbers below a number', [5, 6, 7], 0],
    ['years below a year', [2000, '2001', 2100], 0],
    ['amounts below a year', [2000, 5, 7], 1],
    ['numbers just outside of the years', [1899, 2101, 5], 0],
    ['flags below a flag', [true, false, true], 0],
    ['words below words', ['x', 'y', 'z'], 1],
    ['numbers below words', ['x', 5, 6], 1],
    ['nothing below a number', [5, null, ' '], 1],
    ['four of five alike', [5, 1, 2, 3, 4, 'x'], 0],
    ['three of four alike', [5, 1, 2, 3, 'x'], 1],
  ])('of %s is %s', (_, cells, row) => {
    expect(suggestHeader(fields, linesOf(cells))).toBe(row);
  });

  it('is the one with the most names of fields', () => {
    const [title, price] = ['title', 'price'];
    const lines = [[title], [title, 'x', 'y'], [title, price], [title, price, 'z']];
    const of = lines.map((cells, index) => ({ line: index + 1, cells }));

    expect(suggestHeader(fields, of)).toBe(3);
    expect(suggestHeader(fields, of.slice(0, 2))).toBe(2);
    expect(suggestHeader(fields, [{ line: 1, cells: [null, ' '] }])).toBeUndefined();
  });
});

test('the columns _id and _version are suggested by name, and nothing for lists and references', () => {
  const columns = ['_version', '_id', '_other'].map((name) => ({ name, samples: [] }));
  const many = fields.filter(({ kind, settings }) => kind.relation || kind.column(settings).many);

  expect([...suggestMapping({ descriptor, role: 'admin' }, books, columns)]).toEqual([
    ['_version', { field: '_version', why: 'name' }],
    ['_id', { field: '_id', why: 'name' }],
  ]);
  expect(many.map((field) => guessConversion(field, ['30,03', '3/14/1999']))).toEqual(
    many.map(() => ({})),
  );
});

test('columns of a written table know their fields', () => {
  const names = ['_id', '_version', 'createdAt', 'updatedAt', 'title', 'price', 'printedOn'];
  const columns = toTableColumns(books, names);

  expect(columns.map(({ holds }) => holds)).toEqual([
    'text',
    'number',
    'moment',
    'moment',
    'text',
    'number',
    'date',
  ]);
  expect(columns.map((column) => writeText(column, null)).join('')).toBe('');
  expect([writeText(columns[1]!, 0), writeText(columns[5]!, 1.5)]).toEqual(['0', '1.5']);
});

test('sheets have names in either quotes, and visible ones are first', () => {
  const tags = `<sheet state="hidden" name="A"/><x:sheet name='B "b"'/><sheet id="3"/><sheet name="C"/>`;

  expect(sheetsIn(`<sheets>${tags}</sheets>`)).toEqual(['B "b"', '', 'C', 'A']);
});

test('a last line that is too large is a separate problem', () => {
  const line = `{"a":"${'x'.repeat(1_000_000)}"}`;
  const scan = createJsonScan();
  scan.push(new TextEncoder().encode(`{"a":1}\n${line}`));

  expect(scan.end()).toMatchObject({ rows: 2 });
});

test('a gate admits its maximum at once, and releases each once', async () => {
  const enter = createSemaphore(2);
  const entered: string[] = [];
  const go = async (name: string) => {
    const leave = await enter();
    entered.push(name);
    return leave;
  };
  const [first, second] = [await go('a'), await go('b')];
  const waiting = ['c', 'd', 'e'].map(go);

  await Promise.resolve();
  expect(entered).toEqual(['a', 'b']);
  first();
  first();
  const third = await waiting[0]!;
  expect(entered).toEqual(['a', 'b', 'c']);
  second();
  third();
  for (const leave of await Promise.all(waiting.slice(1))) leave();
  expect(entered).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(await Promise.all([go('f'), go('g')])).toHaveLength(2);
});
