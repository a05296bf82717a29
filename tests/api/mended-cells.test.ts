import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { sendImport } from '../support/exchange.ts';
import type { TestJobs } from '../support/jobs.ts';
import { packSheet } from '../support/pack-sheet.ts';
import { openShelfJobs } from '../support/shelf-jobs.ts';
import type { Shelves } from '../support/shelves.ts';

let shelves: Shelves;
let jobs: TestJobs;
openShelfJobs((opened, of) => {
  jobs = opened;
  shelves = of;
});

const csv = 'Titel,isbn,pages\nEmma,1,474\nPersuasion,x,many\nLady Susan,3,none\n';
const mapping = { Titel: 'title' };
const titles = async () =>
  (await shelves.all())
    .map(({ title, isbn, pages }) => [title, isbn, pages])
    .sort(([one], [other]) => (one < other ? -1 : 1));

describe('corrected cells', () => {
  test('replace the cells of the file, and each row shows the original', async () => {
    const { json: job } = await jobs.upload(csv);
    const cells = { 2: { isbn: '2', pages: '249' } };

    const dry = await jobs.run(job.id, { mapping, cells, dryRun: true });

    expect(dry.summary).toMatchObject({ total: 3, created: 2, failed: 1, mended: 1 });
    expect(dry.request.cells).toEqual(cells);
    expect(await jobs.rows(job.id, 'mended')).toMatchObject([
      {
        row: 2,
        outcome: 'created',
        mended: [
          { column: 'isbn', old: 'x', new: '2' },
          { column: 'pages', old: 'many', new: '249' },
        ],
      },
    ]);
    await jobs.run(job.id, { mapping, cells });
    expect(await titles()).toEqual([
      ['Emma', '1', 474],
      ['Persuasion', '2', 249],
    ]);
    const listed = (await jobs.call('GET', '/api/jobs')).json.data[0];
    expect(listed.request).not.toHaveProperty('cells');
  });

  test('can omit a cell: a record keeps its value, and a new one gets its default', async () => {
    await sendImport(shelves.library, '/api/books', [
      { title: 'Old', isbn: '1', pages: 7, inPrint: false },
    ]);
    const file = 'title,isbn,pages,inPrint\nOld,1,many,perhaps\nNew,2,3,perhaps\n';
    const cells = { 1: { pages: null, inPrint: null }, 2: { inPrint: null } };

    const { json } = await shelves.books(file, {
      parts: { mode: 'upsert', cells: JSON.stringify(cells) },
    });

    expect(json).toMatchObject({ unchanged: 1, created: 1, failed: 0, mended: 2 });
    const of = (isbn: string) => shelves.all().then((all) => all.find((one) => one.isbn === isbn));
    expect(await of('1')).toMatchObject({ pages: 7, inPrint: false });
    expect(await of('2')).toMatchObject({ pages: 3, inPrint: true });
  });

  test('apply after the steps, whose warnings about the cell disappear', async () => {
    const steps = JSON.stringify([{ do: 'number', column: 'pages', decimal: ',' }]);
    const file = 'title,pages\nA,about ten\nB,about ten\n';

    const { json } = await shelves.books(file, {
      parts: { steps, cells: '{"1":{"pages":"10"}}', dryRun: 'true' },
    });

    expect(json).toMatchObject({ created: 1, failed: 1, warnings: 0 });
    expect(json.problems).toMatchObject([{ row: 2, column: 'pages' }]);
  });

  test('in a JSON record are texts as in a table', async () => {
    const cells = { 1: { pages: '12', tags: 'a | b', author: 'fh' }, 2: { pages: null } };
    const file = [
      { title: 'A', pages: 'x' },
      { title: 'B', pages: {} },
    ];

    const { json } = await sendImport(shelves.library, '/api/books', file, {
      parts: { cells: JSON.stringify(cells) },
    });

    expect(json).toMatchObject({ created: 2, failed: 0 });
    expect(await shelves.all()).toMatchObject([
      { pages: 12, tags: ['a', 'b'], author: 'fh' },
      { title: 'B' },
    ]);
  });

  test('in a workbook replace a cell with an error', async () => {
    const cell = (at: string, text: string) =>
      `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const rows = [
      `<row r="1">${cell('A1', 'title')}${cell('B1', 'pages')}</row>`,
      `<row r="2">${cell('A2', 'A')}<c r="B2" t="e"><v>#N/A</v></c></row>`,
      `<row r="3">${cell('A3', 'B')}<c r="B3" t="e"><v>#N/A</v></c></row>`,
    ];
    const bytes = new Uint8Array(packSheet(rows.join('')));

    const { json } = await shelves.books(bytes, {
      name: 'books.xlsx',
      parts: { cells: '{"1":{"pages":"5"}}' },
    });

    expect(json).toMatchObject({ created: 1, failed: 1 });
    expect(json.problems).toMatchObject([{ row: 2, code: 'I027' }]);
    expect(await titles()).toEqual([['A', null, 5]]);
  });

  test('beside constants keep the number of the row', async () => {
    const { json } = await shelves.books('title,pages\nA,x\nB,2\n', {
      parts: { constants: '{"isbn":"{row}"}', cells: '{"1":{"pages":"1"}}' },
    });

    expect(json).toMatchObject({ created: 2 });
    expect(await titles()).toEqual([
      ['A', '1', 1],
      ['B', '2', 2],
    ]);
  });

  test('of an interrupted import still apply when it resumes', async () => {
    const { json: job } = await jobs.upload(csv);
    const cells = { 3: { pages: '5' }, 9: { pages: '5' } };
    await jobs.run(job.id, { mapping, cells });
    await shelves.library.database.query(
      `update backoffice.jobs set state = 'interrupted', done_row = 2, summary = '{"total":2,"created":1,"failed":1}'
       where id = $1`,
      [job.id],
    );
    await jobs.call('POST', `/api/jobs/${job.id}/resume`);

    const { summary } = await jobs.ended(job.id);

    expect(summary).toMatchObject({ total: 4, created: 2, failed: 2, mended: 1 });
    expect((await shelves.all()).map(({ pages }) => pages)).toEqual(
      expect.arrayContaining([474, 5]),
    );
  });

  test('belong to one file, and are not in recipes', async () => {
    const { json: job } = await jobs.upload(csv);
    await jobs.run(job.id, { mapping, cells: { 2: { isbn: '2' } } });

    const { json } = await jobs.call('GET', '/api/books/recipes');

    expect(json.data[0].request).toEqual({ mapping });
  });
});

describe('corrections of cells that do not exist', () => {
  test.each([
    ['a column of a table', csv, '{"1":{"Seiten":"1"}}', 400, 'I085', 'cells.1.Seiten'],
    ['a row number', csv, '{"0":{"pages":"1"}}', 400, 'V002', 'cells.0'],
    ['a text', csv, '{"1":{"pages":1}}', 400, 'V002', 'cells.1.pages'],
    ['a plain name', csv, '{"1":{"__proto__":"1"}}', 400, 'V020', 'cells.1'],
    ['JSON', csv, '{', 400, 'Q005', 'cells'],
  ])('are refused: %s', async (_, file, cells, status, code, path) => {
    const answer = await shelves.books(file, {
      parts: { mapping: JSON.stringify(mapping), cells },
    });

    expect([answer.status, answer.json.code, answer.json.problems[0].path]).toEqual([
      status,
      code,
      path,
    ]);
  });

  test('are refused above 10,000', async () => {
    const row = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`c${at}`, null]));
    const cells = Object.fromEntries(Array.from({ length: 999 }, (_, at) => [at + 1, row]));
    const { json: job } = await jobs.upload(csv);

    const { status, json } = await jobs.call('POST', `/api/jobs/${job.id}/run`, { cells });

    expect([status, json.code]).toEqual([400, 'V016']);
  });

  test('count as failed rows when the file ends before them', async () => {
    const { json: job } = await jobs.upload('title\nA\n');
    const cells = { 7: { title: 'B' } };

    const dry = await jobs.run(job.id, { cells, dryRun: true });
    const atomic = await jobs.run(job.id, { cells, atomic: true });

    expect(dry.summary).toMatchObject({ total: 2, created: 1, failed: 1 });
    expect(await jobs.rows(job.id, 'failed')).toMatchObject([
      { row: 7, problems: [{ code: 'I086', params: { rows: 1 } }] },
    ]);
    expect(atomic.summary).toMatchObject({ created: 0, failed: 1 });
    expect(await shelves.all()).toEqual([]);
  });

  test('are a problem of the row in JSON if a member should be omitted', async () => {
    const { json } = await sendImport(shelves.library, '/api/books', [{ title: 'A' }], {
      parts: { cells: '{"1":{"pages":null}}' },
    });

    expect(json).toMatchObject({ failed: 1, problems: [{ row: 1, code: 'I085', path: 'pages' }] });
  });
});

test('a workbook with texts is corrected by its columns', async () => {
  const rows = [
    ['title', 'pages'],
    ['A', 'x'],
  ];
  const bytes = new Uint8Array(await writeXlsx({ sheets: [{ name: 'S', rows }] }));
  const { json } = await shelves.books(bytes, {
    name: 'b.xlsx',
    parts: { cells: '{"1":{"pages":"9"}}' },
  });
  expect(json).toMatchObject({ created: 1 });
});
