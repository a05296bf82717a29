import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { fetchExport } from '../support/exchange.ts';
import { jobsOf } from '../support/jobs.ts';
import { bookParts } from '../support/pack-sheet.ts';
import { openShelves } from '../support/shelves.ts';

const shelves = await openShelves();
afterAll(() => shelves.library.close());
beforeEach(() => shelves.clear());

const codes = ['General', '00000', '"CHEM-"00', '00-00-0', '0', 'hh:mm', '#,##0.00'];

const styles = `<styleSheet><numFmts>${codes
  .map(
    (code, at) => `<numFmt numFmtId="${170 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
  )
  .join(
    '',
  )}</numFmts><cellXfs>${codes.map((_, at) => `<xf numFmtId="${170 + at}"/>`).join('')}<xf numFmtId="9"/></cellXfs></styleSheet>`;

/** A workbook with titles, a cell for each, and `pages` if they are given. */
function workbook(column: string, cells: readonly string[], pages?: string) {
  const text = (at: string, value: string) =>
    `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const rows = cells.map((cell, at) => {
    const row = at + 2;
    const last = pages === undefined ? '' : text(`C${row}`, pages);
    return `<row r="${row}">${text(`A${row}`, `t${at}`)}<c r="B${row}"${cell}</c>${last}</row>`;
  });
  const names = `<row r="1">${text('A1', 'title')}${text('B1', column)}${pages === undefined ? '' : text('C1', 'pages')}</row>`;
  const relations = bookParts['xl/_rels/workbook.xml.rels']!.replace(
    '</Relationships>',
    '<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
  );
  const parts = {
    ...bookParts,
    'xl/_rels/workbook.xml.rels': relations,
    'xl/styles.xml': styles,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${names}${rows.join('')}</sheetData></worksheet>`,
  };
  const zipped = zipSync(
    Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path, strToU8(xml)])),
  );
  return new Uint8Array(zipped);
}

test('numbers are imported into text fields as the workbook shows them', async () => {
  const cells = [
    ' s="1"><v>42</v>',
    ' s="2"><v>42</v>',
    ' s="3"><v>75092</v>',
    ' s="7"><v>0.5</v>',
    ' s="0"><v>42</v>',
    ' s="6"><v>1234.5</v>',
    ' s="5"><v>0.25</v>',
  ];

  const { json } = await shelves.books(workbook('blurb', cells), { name: 'x.xlsx' });

  expect(json).toMatchObject({ created: 7, failed: 0, warnings: 0 });
  const blurbs = (await shelves.all()).toSorted((a, b) => (a.title < b.title ? -1 : 1));
  expect(blurbs.map(({ blurb }) => blurb)).toEqual([
    '00042',
    'CHEM-42',
    '75-09-2',
    '50%',
    '42',
    '1234.5',
    '06:00',
  ]);
});

test('a number stays one in a field for numbers, whatever its format', async () => {
  const { json } = await shelves.books(workbook('pages', [' s="1"><v>42</v>', ' s="2"><v>7</v>']), {
    name: 'x.xlsx',
  });

  expect(json).toMatchObject({ created: 2, warnings: 0 });
  expect(new Set((await shelves.all()).map(({ pages }) => pages))).toEqual(new Set([7, 42]));
});

test.each([
  ['a rounded number', ' s="2"><v>42.7</v>', { warned: [{ row: 1, code: 'I103' }] }],
  ['a number of 17 digits', '><v>12345678901234567</v>', { warned: [{ row: 1, code: 'I060' }] }],
  ['a formula without a result', '><f>1+1</f>', { problems: [{ row: 1, code: 'I102' }] }],
  ['a formula with an empty result', '><f>1+1</f><v></v>', { problems: [{ code: 'I102' }] }],
  [
    'a formula with an empty text',
    ' t="str"><f>A1</f><v></v></c><c r="C2">',
    { created: 1, warnings: 0 },
  ],
  [
    'a formula with an empty text',
    ' t="str"><f>A1</f><v/></c><c r="C2">',
    { created: 1, warnings: 0 },
  ],
  ['a formula with a result', ' t="str"><f>A1</f><v>two</v>', { created: 1, warnings: 0 }],
])('%s for a text field says so', async (_what, cell, expected) => {
  const { json } = await shelves.books(workbook('blurb', [cell]), { name: 'x.xlsx' });

  expect(json).toMatchObject(expected);
});

const formatted = [' s="1"><v>42</v>', ' s="2"><v>42</v>', ' s="7"><v>0.5</v>', ' s="0"><v>42</v>'];
const shown = ['00042', 'CHEM-42', '50%', '42'];

test('numbers of failed rows are read as the workbook shows them when the rows are imported again', async () => {
  const { library } = shelves;
  const jobs = jobsOf(library, '/api/books');
  const unsolved = '><f>1+1</f>';
  const sent = workbook('blurb', [...formatted, unsolved], 'many');
  const { json: job } = await jobs.upload(sent, 'books.xlsx');
  await jobs.run(job.id);

  const cells = Object.fromEntries([1, 2, 3, 4, 5].map((row) => [row, { pages: '3' }]));
  const { json } = await jobs.call('POST', `/api/jobs/${job.id}/again`, { cells });
  const dry = await jobs.ended(json.id);
  await jobs.run(json.id, { ...dry.request, dryRun: false });

  expect(dry.summary).toMatchObject({ created: 4, failed: 1, problems: [{ code: 'I102' }] });
  const books = (await shelves.all()).toSorted((a, b) => (a.title < b.title ? -1 : 1));
  expect(books.map(({ blurb }) => blurb)).toEqual(shown);
});

test('an inspection shows the number that a person sees, and that its field gets it', async () => {
  const jobs = jobsOf(shelves.library, '/api/books');
  const { json: job } = await jobs.upload(workbook('blurb', formatted), 'books.xlsx');

  const { json } = await jobs.call('POST', `/api/jobs/${job.id}/look`, { mapping: {} });

  const blurb = json.values.find(({ column }: any) => column === 'blurb');
  expect(blurb.cells[0]).toMatchObject({ from: '00042', to: '00042', problems: [] });
});

test('the file of failed rows keeps a formula without a result', async () => {
  const { library } = shelves;
  const jobs = jobsOf(library, '/api/books');
  const { json: job } = await jobs.upload(workbook('blurb', ['><f>1+1</f>']), 'books.xlsx');
  await jobs.run(job.id);

  const { bytes } = await fetchExport(library, `/api/jobs/${job.id}/failed`);
  const { json: next } = await jobs.upload(bytes, 'books.xlsx');
  const { summary } = await jobs.run(next.id);

  expect(summary).toMatchObject({ created: 0, failed: 1, problems: [{ code: 'I102' }] });
});

test('a formula without a result is reported, and does not run in the file of failed rows', async () => {
  const { library } = shelves;
  const jobs = jobsOf(library, '/api/books');
  const formula = '=IF(A2<>"",A2&" x",1)';
  const xml = '><f>IF(A2&lt;&gt;"",A2&amp;" x",1)</f>';
  const { json: job } = await jobs.upload(workbook('blurb', [xml]), 'books.xlsx');

  const { summary } = await jobs.run(job.id);
  const { bytes } = await fetchExport(library, `/api/jobs/${job.id}/failed`);
  const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());

  expect(summary.problems).toMatchObject([{ code: 'I102', params: { formula } }]);
  expect(sheet).toContain('is a formula without a result (=IF(A2&lt;&gt;');
  expect(sheet.match(/<f>.*?<\/f>/g)).toEqual(['<f>NA()</f>']);
});

test('the file of failed rows shows numbers as the workbook that was sent', async () => {
  const { library } = shelves;
  const jobs = jobsOf(library, '/api/books');
  const { json: job } = await jobs.upload(workbook('blurb', formatted, 'many'), 'books.xlsx');
  await jobs.run(job.id);

  const { bytes } = await fetchExport(library, `/api/jobs/${job.id}/failed`);
  const { json: next } = await jobs.upload(bytes, 'books.xlsx');
  const cells = Object.fromEntries([1, 2, 3, 4].map((row) => [row, { pages: '3' }]));
  await jobs.run(next.id, { cells });

  const books = (await shelves.all()).toSorted((a, b) => (a.title < b.title ? -1 : 1));
  expect(books.map(({ blurb }) => blurb)).toEqual(shown);
});
