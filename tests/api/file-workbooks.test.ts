import { randomBytes } from 'node:crypto';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { readXlsx, streamXlsxRows, writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { bookParts, packSheet } from '../support/pack-sheet.ts';
import { openShelves } from '../support/shelves.ts';

const shelves = await openShelves();
afterAll(() => shelves.library.close());
beforeEach(() => shelves.clear());

const manyParts = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`xl/media/${at}.png`, '']));
const elsewhere = bookParts['xl/_rels/workbook.xml.rels']!.replace('sheet1.xml', 'sheet1.png');
const otherBook = bookParts['_rels/.rels']!.replace('workbook.xml', 'other.xml');

describe('a workbook', () => {
  const rowsOf = async (bytes: Uint8Array) => {
    const rows: unknown[][] = [];
    for await (const row of streamXlsxRows(bytes)) rows.push(row.values);
    return rows;
  };

  test('has dates as dates, numbers as numbers, identifiers as text', async () => {
    await shelves.fill();

    const { bytes } = await shelves.exported(
      'format=xlsx&_fields=isbn,pages,inPrint,lentAt,printedOn&isbn=0',
    );

    expect(await rowsOf(bytes)).toEqual([
      ['_id', '_version', 'isbn', 'pages', 'inPrint', 'lentAt', 'printedOn'],
      [
        'b00',
        1,
        '0',
        1,
        true,
        new Date('2026-01-01T12:00:00.257Z'),
        new Date('1999-12-31T00:00:00Z'),
      ],
    ]);
    // An identifier that somebody adds below is text too.
    const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml']!);
    expect(sheet).toMatch(/<col style="\d+" min="3"/);
  });

  test('explains its columns, offers choices, and hides columns that only identify records', async () => {
    const { bytes } = await shelves.exported('format=xlsx');

    const { sheets } = await readXlsx(bytes);

    expect(sheets.map(({ name, hidden }) => [name, hidden === true])).toEqual([
      ['books', false],
      ['Fields', false],
      ['Choices', true],
    ]);
    expect(sheets[1]!.rows[1]!.slice(0, 3)).toEqual(['title', 'text', 'yes']);
    expect(sheets[1]!.rows.find(([name]) => name === 'pages')!.slice(0, 3)).toEqual([
      'pages',
      'number',
      '',
    ]);
    expect(sheets[0]!.columns?.slice(0, 3).map((column) => column?.hidden === true)).toEqual([
      true,
      true,
      false,
    ]);
    // A spreadsheet refuses what is no choice, but lets a cell be empty.
    const picked = { type: 'list', allowBlank: true, showErrorMessage: true };
    expect(sheets[0]!.dataValidations).toMatchObject([picked, picked]);
  });

  test('shows the titles of references beside their keys on request', async () => {
    const { bytes } = await shelves.exported('format=xlsx&_references=both&_fields=author');

    const { sheets } = await readXlsx(bytes);

    expect(sheets[0]!.rows[0]!.slice(2)).toEqual(['author', 'author._title']);
    expect(sheets[0]!.columns!.map((column) => column?.hidden === true)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test('reports a text that became a date, with its cell', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'S',
          rows: [
            ['title', 'isbn'],
            ['Emma', new Date('1990-05-01')],
          ],
        },
      ],
    });

    const { json } = await shelves.books(new Uint8Array(bytes), { name: 'x.xlsx' });

    expect(json.problems.map(({ row, path, code }: any) => `${row} ${path} ${code}`)).toEqual([
      '1 isbn I026',
    ]);
  });

  test.each(['#N/A', '#REF!', '#later'])(
    'reads %s as a text in a text cell, and as an error in an error cell',
    async (text) => {
      const bytes = packSheet(
        `<row r="1"><c t="inlineStr"><is><t>title</t></is></c><c t="inlineStr"><is><t>blurb</t></is></c></row>
        <row r="2"><c r="A2" t="inlineStr"><is><t>1</t></is></c><c r="B2" t="s"><v>0</v></c></row>
        <row r="3"><c r="A3" t="inlineStr"><is><t>2</t></is></c><c r="B3" t="inlineStr"><is><t>${text}</t></is></c></row>
        <row r="5"><c><v>3</v></c><c t="str"><f>A1</f><v>${text}</v></c></row>
        <row r="6"><c r="A6"><v>4</v></c><c r="B6" t="e"><f>NA()</f><v>${text}</v></c></row>
        <row><c t='e'><v>${text}</v></c><c><v>5</v></c></row>`,
        `<sst><si><t>${text}</t></si></sst>`,
      );

      const { json } = await shelves.books(new Uint8Array(bytes), { name: 'x.xlsx' });

      const books = (await shelves.all()).map(({ title, blurb }) => `${title} ${blurb}`);
      expect(books.sort()).toEqual([`1 ${text}`, `2 ${text}`, `3 ${text}`]);
      expect(json.problems.map(({ row, path, code }: any) => `${row} ${path} ${code}`)).toEqual([
        '4 blurb I027',
        '5 title I027',
      ]);
    },
  );

  test('removes the leading apostrophe that our CSV adds', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'S',
          rows: [
            ['title', 'blurb'],
            ["'-1", "'tis"],
            ["''=1", "'#N/A"],
          ],
        },
      ],
    });

    await shelves.books(new Uint8Array(bytes), { name: 'x.xlsx' });

    const books = (await shelves.all()).map(({ title, blurb }) => [title, blurb]);
    expect(books).toEqual(
      expect.arrayContaining([
        ['-1', "'tis"],
        ["'=1", "'#N/A"],
      ]),
    );
  });

  test('that unpacks to too much data is refused before it is read', async () => {
    const bomb = zipSync({ 'xl/workbook.xml': new Uint8Array(3_000_000) }, { level: 9 });

    const answer = await shelves.books(new Uint8Array(bomb), { name: 'x.xlsx' });

    expect(answer.status).toBe(422);
    expect(answer.json.code).toBe('I025');
  });

  test('with a part of unknown size is refused, and the problem names the part', async () => {
    const bytes = zipSync({ 'xl/workbook.xml': strToU8('<workbook/>') });
    const header = Buffer.from(bytes.buffer).indexOf('PK\x01\x02', 0, 'latin1');
    bytes[header + 8]! |= 8;
    bytes.fill(0, header + 20, header + 24);

    const answer = await shelves.books(new Uint8Array(bytes), { name: 'x.xlsx' });

    expect(answer.json.detail).toContain('the part xl/workbook.xml of the workbook');
  });

  test('with a hostile cell is refused, three at once, and the server continues', async () => {
    const cell = (text: string) =>
      `<row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row>`;
    const same = '<row><c><v>1</v></c></row>'.repeat(500_000);
    const random = randomBytes(900_000).toString('hex');
    const bombs = [
      packSheet(cell('a'.repeat(20_000_000))),
      packSheet(cell(random)),
      packSheet(same),
    ];
    const before = process.memoryUsage().heapUsed;

    const answers = await Promise.all(
      // One person sends two at once and no more.
      bombs.map((bytes, at) =>
        shelves.books(new Uint8Array(bytes), { name: 'x.xlsx', as: at === 0 ? 'staff' : 'admin' }),
      ),
    );

    expect(answers.map(({ status, json }) => `${status} ${json.code}`)).toEqual([
      '422 I037',
      '422 I037',
      '422 I025',
    ]);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000);
    expect((await shelves.library.call('GET', '/api/books', { as: 'admin' })).status).toBe(200);
  });

  test.each<[string, Record<string, string>, string]>([
    ['more files in it than a workbook needs', manyParts(501), 'I038'],
    [
      'its sheet where nobody looks it through',
      { 'xl/_rels/workbook.xml.rels': elsewhere },
      'I001',
    ],
    ['another workbook than the one that is looked at', { '_rels/.rels': otherBook }, 'I001'],
  ])('with %s is refused', async (_name, parts, code) => {
    const all = { ...bookParts, 'xl/worksheets/sheet1.xml': '<worksheet/>', ...parts };
    const packed = Object.entries(all).map(([path, xml]) => [path, strToU8(xml)] as const);

    const answer = await shelves.books(new Uint8Array(zipSync(Object.fromEntries(packed))), {
      name: 'x.xlsx',
    });

    expect(`${answer.status} ${answer.json.code}`).toBe(`422 ${code}`);
  });

  test('names its sheets if an unknown one is requested', async () => {
    const bytes = await writeXlsx({ sheets: [{ name: 'One', rows: [['title']] }] });

    const answer = await shelves.books(new Uint8Array(bytes), {
      name: 'x.xlsx',
      parts: { sheet: 'Two' },
    });

    expect(answer.json.problems[0]).toMatchObject({ code: 'I028', path: 'sheet' });
    expect(answer.json.detail).toContain('One');
  });
});
