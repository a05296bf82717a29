import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { packSheet } from '../support/pack-sheet.ts';
import { openShelves } from '../support/shelves.ts';

const shelves = await openShelves();
afterAll(() => shelves.library.close());
beforeEach(() => shelves.clear());

describe('a row with fewer cells than columns', () => {
  const csv = 'isbn,title,pages,blurb\n1,Emma,474\n';
  beforeEach(async () => {
    await shelves.books('isbn,title,pages,blurb\n1,Emm,1,About Emma\n');
  });

  test.each(['update', 'upsert'])('leaves fields without a cell unchanged: %s', async (mode) => {
    const tried = await shelves.books(csv, { parts: { mode, dryRun: 'true' } });
    const { json } = await shelves.books(csv, { parts: { mode } });

    expect([tried.json.updated, json.updated]).toEqual([1, 1]);
    expect((await shelves.all())[0]).toMatchObject({
      title: 'Emma',
      pages: 474,
      blurb: 'About Emma',
    });
  });

  test('creates a record from its cells', async () => {
    const { json } = await shelves.books('isbn,title,inPrint\n2,Persuasion\n');

    expect(json).toMatchObject({ created: 1, failed: 0 });
    expect((await shelves.all())[1]).toMatchObject({ title: 'Persuasion', inPrint: true });
  });
});

test.each<[code: string, name: string, row: string]>([
  ['I050', 'fewer cells than columns', '2,Emma'],
  ['I051', 'empty cells beyond the columns', '2,Emma,3,'],
  ['I052', 'a blank behind its quotes', '2,"Emma" ,3'],
])('warns with %s of a row with %s, in a dry run and in the import', async (code, _, row) => {
  const csv = `isbn,title,pages\n1,Persuasion,1\n${row}\n`;
  const options = { parts: { mode: 'upsert', dryRun: 'true' } };

  const tried = await shelves.books(csv, options);
  const created = await shelves.books(csv);

  for (const { json } of [tried, created])
    expect(json).toMatchObject({ total: 2, created: 2, failed: 0, warned: [{ row: 2, code }] });
});

test('does not warn of a row that lacks only ignored cells', async () => {
  const csv = 'isbn,title,pages,remark\n1,Emma,3,x\n2,Persuasion,4\n3,Dune\n';
  const parts = { mapping: JSON.stringify({ remark: null }) };

  const { json } = await shelves.books(csv, { parts });

  expect(json).toMatchObject({ created: 3, warnings: 1 });
  expect(json.warned).toMatchObject([{ row: 3, code: 'I050', params: { columns: 'pages' } }]);
});

test.each<[string, Record<string, string>, string[], string[]]>([
  ['are a problem of the row', {}, ['Emma'], ['I023']],
  ['are left out where the import says so', { further: 'leaveOut' }, ['Dune', 'Emma'], []],
  [
    'are columns where the import says so',
    { further: 'columns', mapping: '{"column C":"blurb","column D":null}' },
    ['Dune a', 'Emma'],
    [],
  ],
])('cells beyond the last column %s', async (_what, parts, titles, codes) => {
  const csv = 'isbn,title\n1,Emma\n2,Dune,a,b\n';

  const { json } = await shelves.books(csv, { parts: { mode: 'upsert', ...parts } });

  expect(json.problems.map(({ code }: any) => code)).toEqual(codes);
  const books = await shelves.all();
  expect(new Set(books.map(({ title, blurb }) => [title, blurb].join(' ').trim()))).toEqual(
    new Set(titles),
  );
});

test('reports only that a row of an update matches no record', async () => {
  const { json } = await shelves.books('isbn,pages\n9,3\n', { parts: { mode: 'update' } });

  expect(json.problems.map(({ code }: any) => code)).toEqual(['I004']);
});

test('reports a workbook whose rows are out of order, with a remedy', async () => {
  const cell = (at: string, text: string) =>
    `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const bytes = packSheet(
    `<row r="5">${cell('A5', 'Emma')}</row><row r="1">${cell('A1', 'title')}</row>`,
  );

  const { json } = await shelves.books(new Uint8Array(bytes), { name: 'x.xlsx' });

  expect(json).toMatchObject({
    created: 0,
    problems: [{ code: 'I040', message: expect.stringContaining('row 1 after row 5') }],
  });
  expect(await shelves.all()).toEqual([]);
});
