import { strFromU8, unzipSync } from 'fflate';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { fetchExport, summary } from '../support/exchange.ts';
import { jobsOf } from '../support/jobs.ts';
import { packSheet } from '../support/pack-sheet.ts';
import { openShelves } from '../support/shelves.ts';

const shelves = await openShelves();
const jobs = jobsOf(shelves.library, '/api/books');
afterAll(() => shelves.library.close());
beforeEach(async () => {
  await shelves.library.database.query('truncate backoffice.jobs, backoffice.recipes cascade');
  await shelves.clear();
});

const csv = 'Titel,isbn,pages,mail\nEmma,1,474,x\nPersuasion,2,many,y\nEmma,1,3,z\n';
const mapping = { Titel: 'title', mail: null };

describe('failed rows', () => {
  test('are counted and filtered by problem and column', async () => {
    const file = 'Titel,isbn,Seiten\nA,x,1\nB,1,many\nC,y,none\nD,2,2\n';
    const { json: job } = await jobs.upload(file);
    await jobs.run(job.id, { mapping: { Titel: 'title', Seiten: 'pages' } });

    const { json } = await jobs.call('GET', `/api/jobs/${job.id}/problems`);
    const rows = async (query: string) =>
      (await jobs.call('GET', `/api/jobs/${job.id}/rows?${query}`)).json.data.map(
        ({ row }: { row: number }) => row,
      );

    expect(json.data.map(({ column, code, count }: any) => [column, code, count])).toEqual([
      ['Seiten', 'V002', 2],
      ['isbn', 'V007', 2],
    ]);
    expect(await rows('column=Seiten')).toEqual([2, 3]);
    expect(await rows('column=isbn&code=V007')).toEqual([1, 3]);
    expect(await rows('column=isbn&code=V002')).toEqual([]);
    const page = (after: string) =>
      jobs.call('GET', `/api/jobs/${job.id}/rows?column=isbn&_perPage=1${after}`);
    const first = (await page('')).json;
    const last = (await page(`&_after=${first.next}`)).json;
    expect([first.data, first.next]).toMatchObject([[{ row: 1 }], 1]);
    expect([last.data, last.next]).toMatchObject([[{ row: 3 }], null]);
  });

  test('are returned as a file that can be imported when corrected', async () => {
    const { json: job } = await jobs.upload(csv);
    await jobs.run(job.id, { mapping });

    const { text, headers } = await jobs.call('GET', `/api/jobs/${job.id}/failed`);
    const mended = text.replace(',many,', ',249,').split('\r\n').slice(0, 2).join('\r\n');
    const { json: again } = await jobs.upload(mended);
    const look = await jobs.call('POST', `/api/jobs/${again.id}/look`, {});
    const ended = await jobs.run(again.id, { mapping });

    expect(look.json.recipe).toMatchObject({ request: { mapping } });
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="books-failed.csv"');
    expect(text.split('\r\n')[0]).toBe('_problems,Titel,isbn,pages,mail');
    expect(text.split('\r\n')[1]).toMatch(/^pages = many: .*,Persuasion,2,many,y$/);
    expect(ended.summary).toEqual(summary({ total: 1, created: 1 }));
  });

  test('are returned with reasons in the requested language, and with quoted cells', async () => {
    const { json: job } = await jobs.upload('Titel;isbn;pages;mail\nEmma;1;many;"x;y"\n');
    await jobs.run(job.id, { mapping });

    const { headers, text } = await shelves.library.call('GET', `/api/jobs/${job.id}/failed`, {
      as: 'admin',
      headers: { 'Accept-Language': 'fr, de-AT;q=0.8, en;q=0.5' },
    });

    expect(headers.get('Content-Type')).toMatch(/^text\/csv/);
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      '_problems;Titel;isbn;pages;mail',
      'pages = many: muss eine Zahl sein;Emma;1;many;"x;y"',
    ]);
  });

  test('are returned as a workbook for a workbook, with original cells and choices', async () => {
    const printed = new Date('1999-12-31T00:00:00Z');
    const day = new Date('1950-01-03T00:00:00Z');
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Bücher',
          rows: [
            ['Titel', 'isbn', 'pages', 'printedOn', 'genre', 'mail'],
            ['Emma', '1', 'many', printed, 'novel', 'x'],
            ['Persuasion', day, 249, null, null, day],
            ['Good', '2', 3, null, null, null],
          ],
        },
      ],
    });
    const { json: job } = await jobs.upload(new Uint8Array(bytes), 'books.xlsx');
    await jobs.run(job.id, { mapping });

    const { bytes: failed, headers } = await fetchExport(
      shelves.library,
      `/api/jobs/${job.id}/failed`,
    );
    const { sheets } = await readXlsx(failed);
    const { json: again } = await jobs.upload(failed, 'books-failed.xlsx');
    const ended = await jobs.run(again.id, { mapping });

    expect(headers.get('Content-Type')).toMatch(/spreadsheetml/);
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="books-failed.xlsx"');
    const [names, emma, persuasion, ...others] = sheets[0]!.rows;
    expect(names).toEqual(['_problems', 'Titel', 'isbn', 'pages', 'printedOn', 'genre', 'mail']);
    expect(emma).toEqual([expect.any(String), 'Emma', '1', 'many', printed, 'novel', 'x']);
    expect(emma![0]).toMatch(/^pages = many: /);
    // A reader may be more patient than Excel with a text that is said to be a number.
    expect(strFromU8(unzipSync(failed)['xl/worksheets/sheet1.xml']!)).toMatch(
      /<c r="D2"[^>]* t="inlineStr"><is><t [^>]*>many</,
    );
    expect(persuasion!.slice(1, 4)).toEqual(['Persuasion', '1950-01-03', 249]);
    expect(persuasion![0]).toMatch(/^isbn = 1950-01-03: /);
    expect(others).toEqual([]);
    expect(sheets[0]!.columns!.map((column) => column?.hidden === true)).not.toContain(true);
    expect(sheets[0]!.dataValidations?.length).toBe(1);
    // The day that was none for its field is a text now, as whoever mends it there will write one.
    expect(ended.summary).toMatchObject({ total: 2, created: 1, failed: 1 });
  });

  test('keep spreadsheet errors, so that they fail until they are corrected', async () => {
    const bytes = packSheet(
      `<row><c t="inlineStr"><is><t>title</t></is></c><c t="inlineStr"><is><t>isbn</t></is></c></row>
      <row><c t="inlineStr"><is><t>Emma</t></is></c><c t="e"><v>#REF!</v></c></row>`,
    );
    const { json: job } = await jobs.upload(new Uint8Array(bytes), 'books.xlsx');
    await jobs.run(job.id);

    const { bytes: failed } = await fetchExport(shelves.library, `/api/jobs/${job.id}/failed`);
    const { json: again } = await jobs.upload(failed, 'books-failed.xlsx');
    const ended = await jobs.run(again.id);
    const { json } = await jobs.call('GET', `/api/jobs/${again.id}/problems`);

    expect(ended.summary).toMatchObject({ total: 1, failed: 1 });
    expect(json.data).toMatchObject([{ column: 'isbn', code: 'I027', count: 1 }]);
  });

  test.each([
    [
      'x.csv',
      'title,isbn\nEmma,1,2\n',
      '_problems,title,isbn\r\n"has 3 cells, but the file has 2 columns; ignore extra cells, or turn them into columns (`further`)",,\r\n',
    ],
    ['x.json', '["Emma"]', '{"_problems":"must be an object"}\n'],
  ])('have only the reason if they are not a record: %s', async (name, file, expected) => {
    const { json: job } = await jobs.upload(file, name);
    await jobs.run(job.id);

    const { text } = await jobs.call('GET', `/api/jobs/${job.id}/failed`);

    expect(text).toBe(expected);
  });

  test('have the header row that the import used, with its constants', async () => {
    const { json: job } = await jobs.upload('Report,,\nx,y,z\nEmma,1,many\nDune,2,3\n');
    const ended = await jobs.run(job.id, {
      layout: { headerRow: 2 },
      mapping: { x: 'title', y: 'isbn', z: 'pages' },
      constants: { genre: 'novel' },
    });

    const { text } = await jobs.call('GET', `/api/jobs/${job.id}/failed`);

    expect(ended.summary).toMatchObject({ total: 2, created: 1, failed: 1 });
    expect(text.split('\r\n')[0]).toBe('_problems,x,y,z');
    expect(text).toMatch(/,Emma,1,many\r\n$/);
    expect(await shelves.all()).toMatchObject([{ title: 'Dune', genre: 'novel' }]);
  });

  test('are separated by commas if the file had tabs', async () => {
    const { json: job } = await jobs.upload('title\tpages\nEmma\tmany\n', 'x.tsv');
    await jobs.run(job.id);

    const { text } = await jobs.call('GET', `/api/jobs/${job.id}/failed`);

    expect(text.split('\r\n')[0]).toBe('_problems,title,pages');
    expect(text).toMatch(/,Emma,many\r\n$/);
  });

  test('are returned as NDJSON for a JSON file', async () => {
    const { json: job } = await jobs.upload('[{"title":"Emma","pages":"many"}]', 'x.json');
    await jobs.run(job.id);

    const { text } = await jobs.call('GET', `/api/jobs/${job.id}/failed`);

    expect(JSON.parse(text)).toMatchObject({
      title: 'Emma',
      pages: 'many',
      _problems: expect.stringContaining('pages'),
    });
  });
});
