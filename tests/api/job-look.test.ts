import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { cellsOf, showSamples } from '../../src/admin/files/columns/sample-cells.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { accepts } from '../../src/files/import/suggest/guess-conversion.ts';
import type { TestJobs } from '../support/jobs.ts';
import { openShelfJobs } from '../support/shelf-jobs.ts';

let jobs: TestJobs;
openShelfJobs((opened) => {
  jobs = opened;
});

describe('the inspection of a file', () => {
  test('returns rows, columns and probable fields', async () => {
    const text =
      'Report\nIS-BN;Title;Home page;whatever\n1;Emma;https://example.org;x\n2;Persuasion;https://example.com;\n3;Sanditon;https://example.net;\n';
    const { json: job } = await jobs.upload(text);

    const { json } = await jobs.call('POST', `/api/jobs/${job.id}/look`, {
      layout: { headerRow: 2 },
    });

    expect(json.layout).toMatchObject({ format: 'csv', delimiter: ';', headerRow: 2, firstRow: 3 });
    expect(json.lines[0]).toEqual({ line: 1, cells: ['Report'] });
    expect(json.columns).toEqual([
      { name: 'IS-BN', samples: ['1', '2', '3'], suggestion: { field: 'isbn', why: 'name' } },
      {
        name: 'Title',
        samples: ['Emma', 'Persuasion', 'Sanditon'],
        suggestion: { field: 'title', why: 'name' },
      },
      {
        name: 'Home page',
        samples: ['https://example.org', 'https://example.com', 'https://example.net'],
        suggestion: { field: 'site', why: 'content' },
      },
      { name: 'whatever', samples: ['x'], suggestion: null },
    ]);
    expect(json.recipe).toBeNull();
  });

  test.each([
    ['below a title', 'Books of May\n\nisbn,title,more\n1,Emma,x\n', 3],
    ['below a first row of groups', 'Book,,\nISBN,Title,Pages\n1,Emma,3\n', 2],
    ['below a row without names', ',,\nisbn,title\n1,Emma\n', 2],
    ['below a title, of columns nobody knows', 'Books of May,,\na,b,c\n1,2,3\n', 2],
    ['in its first row', 'isbn,b\ntitle,Emma\n', 1],
    ['in its only column', 'a\n1\n', 1],
  ])('starts at the header row: %s', async (_where, text, headerRow) => {
    const { json: job } = await jobs.upload(text);

    const { json } = await jobs.call('POST', `/api/jobs/${job.id}/look`, {});

    expect(json.layout).toMatchObject({ headerRow, firstRow: headerRow + 1 });
    expect(json.problems).toEqual([]);
  });

  test('starts with the first line if the file has no header row', async () => {
    const { json: job } = await jobs.upload('isbn,title\n1,Emma\n');

    const { json } = await jobs.call('POST', `/api/jobs/${job.id}/look`, {
      layout: { headerRow: 0 },
    });

    expect(json.layout).toMatchObject({ headerRow: 0, firstRow: 1 });
  });

  test('uses the sheet whose columns fit, unless a sheet is named', async () => {
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Cover', rows: [['Report'], ['of May', 'x']] },
        {
          name: 'Data',
          rows: [
            ['isbn', 'title'],
            ['1', 'Emma'],
          ],
        },
        { name: 'Notes', rows: [['title'], ['x']] },
      ],
    });
    const { json: job } = await jobs.upload(new Uint8Array(bytes), 'books.xlsx');
    const look = `/api/jobs/${job.id}/look`;

    const found = await jobs.call('POST', look, {});
    const named = await jobs.call('POST', look, { layout: { sheet: 'Cover' } });

    expect(found.json.layout.sheet).toBe('Data');
    expect(found.json.columns.map(({ name }: { name: string }) => name)).toEqual(['isbn', 'title']);
    expect(named.json.layout.sheet).toBe('Cover');
  });

  test('finds no header row if the first row is like the others', async () => {
    const rows = Array.from({ length: 40 }, (_, at) => `${at},${at},x`).join('\n');
    const { json: job } = await jobs.upload(`${rows}\n`);

    const { json } = await jobs.call('POST', `/api/jobs/${job.id}/look`, {});

    expect(json.layout).toMatchObject({ headerRow: 0, firstRow: 1 });
    expect(json.lines).toHaveLength(30);
    expect(json.columns[0].samples).toHaveLength(5);
  });

  test('shows objects as text, days as days and long cells cut', async () => {
    const [whole, long] = ['w'.repeat(200), 'l'.repeat(201)];
    const record = { title: whole, blurb: long, shelf: { row: 1 }, pages: 3, isbn: null, tags: [] };
    const { json: job } = await jobs.upload(JSON.stringify([record, 5, { site: 'x' }]), 'x.json');
    const printed = new Date('1999-12-31T00:00:00Z');
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'A',
          rows: [
            ['title', 'printedOn'],
            ['Emma', printed],
          ],
        },
        {
          name: 'B',
          rows: [
            ['title', 'x'],
            ['Emma', 'y'],
          ],
        },
      ],
    });
    const { json: book } = await jobs.upload(new Uint8Array(bytes), 'books.xlsx');

    const { json } = await jobs.call('POST', `/api/jobs/${job.id}/look`, {});
    const { json: sheet } = await jobs.call('POST', `/api/jobs/${book.id}/look`, {});
    const odd = await jobs.call('POST', `/api/jobs/${book.id}/look`, { colour: 'red' });

    const samples = json.columns.map((each: any) => [each.name, ...each.samples]);
    expect(samples).toEqual([
      ['title', whole],
      ['blurb', `${'l'.repeat(200)}…`],
      ['shelf', '{"row":1}'],
      ['pages', 3],
      ['isbn'],
      ['tags', '[]'],
      ['site', 'x'],
    ]);
    expect(json.lines).toEqual([]);
    expect(sheet.layout.sheet).toBe('A');
    expect(sheet.lines[1]).toEqual({ line: 2, cells: ['Emma', '1999-12-31'] });
    expect(sheet.columns[1].samples).toEqual(['1999-12-31']);
    expect(odd.status).toBe(422);
  });

  test('shows times of a workbook in a form that a time field accepts', async () => {
    const rows = [
      ['title', 'sold'],
      ['Emma', new Date('2026-11-21T13:45:00Z')],
    ];
    const book = await writeXlsx({ sheets: [{ name: 'A', rows }] });
    const { json: job } = await jobs.upload(new Uint8Array(book), 'books.xlsx');
    const { fields } = toDescriptor({
      app: {},
      roles: { admin: { all: true } },
      resources: { sales: { fields: { sold: { type: 'datetime' }, day: { type: 'date' } } } },
    }).resources.get('sales')!;

    const { json } = await jobs.call('POST', `/api/jobs/${job.id}/look`, {});

    const column = json.columns[1];
    expect(cellsOf(column).map((cell) => accepts(fields.get('sold')!, cell))).toEqual([true]);
    expect(cellsOf(column).map((cell) => accepts(fields.get('day')!, cell))).toEqual([true]);
    expect(showSamples(column)).toBe('2026-11-21 13:45:00');
    expect(json.lines[1].cells).toEqual(['Emma', '2026-11-21 13:45:00']);
  });

  test('reports two columns of the same name at once', async () => {
    const { json: job } = await jobs.upload('isbn,title,title\n1,Emma,Persuasion\n');

    const { json } = await jobs.call('POST', `/api/jobs/${job.id}/look`, {});

    expect(json.problems).toMatchObject([
      { code: 'I022', path: 'file', params: { name: 'title' } },
    ]);
  });

  test('recognises the aliases of a field', async () => {
    const { json: job } = await jobs.upload('Seiten Zahl,title\n3,Emma\n');

    const { json } = await jobs.call('POST', `/api/jobs/${job.id}/look`, {});

    expect(json.columns[0].suggestion).toEqual({ field: 'pages', why: 'alias' });
  });
});

describe('an inspection with a mapping', () => {
  const lines = ['title,Preis,Datum,Frei', 'Emma,"1,5",3.4.2021,x', 'Persuasion,much,,y'];
  const mapping = {
    title: 'title',
    Preis: { field: 'price', decimal: ',' },
    Datum: { field: 'printedOn', date: 'DD.MM.YYYY', blank: 'leave' },
    Frei: null,
  };

  test('shows the resulting values, refused ones first with the reason', async () => {
    const { json: job } = await jobs.upload(lines.join('\n'));

    const { json } = await jobs.call('POST', `/api/jobs/${job.id}/look`, { mapping });
    const done = await jobs.run(job.id, { mapping, dryRun: true });

    const refused = { code: 'V002', path: 'price', params: { expected: 'number' } };
    expect(done.summary.problems).toMatchObject([{ row: 2, ...refused }]);
    expect(json.values).toMatchObject([
      { column: 'title', field: 'title', refused: 0, isChanged: false },
      {
        column: 'Preis',
        field: 'price',
        refused: 1,
        cells: [
          { row: 2, from: 'much', problems: [refused] },
          { row: 1, from: '1,5', to: 1.5, problems: [] },
        ],
      },
      { column: 'Datum', cells: [{ row: 1, from: '3.4.2021', to: '2021-04-03', problems: [] }] },
    ]);
    expect(json.values).toHaveLength(3);
  });

  test('shows the original cells before the steps', async () => {
    const { json: job } = await jobs.upload('title\n(Emma)\n');
    const steps = [{ do: 'remove', column: 'title', prefix: '(', suffix: ')' }];

    const { json } = await jobs.call('POST', `/api/jobs/${job.id}/look`, { steps, mapping: {} });

    expect(json.values).toMatchObject([
      { column: 'title', cells: [{ from: '(Emma)', to: 'Emma' }] },
    ]);
  });

  test('shows the steps on columns that the mapping takes from JSON objects', async () => {
    const { json: job } = await jobs.upload('[{ "shelf": { "room": " A " } }]', 'books.json');
    const steps = [{ do: 'trim', column: 'shelf.room' }];
    const taken = { 'shelf.room': 'title' };

    const look = await jobs.call('POST', `/api/jobs/${job.id}/look`, { steps, mapping: taken });
    const done = await jobs.run(job.id, { steps, mapping: taken, dryRun: true });

    expect(done.summary.steps).toEqual([{ changed: 1, warnings: 0 }]);
    expect(look.json.steps).toMatchObject([{ changed: 1, missing: [], rows: [{ to: ['A'] }] }]);
  });

  test('is refused with a mapping that no import could have', async () => {
    const { json: job } = await jobs.upload(lines.join('\n'));

    const { status, json } = await jobs.call('POST', `/api/jobs/${job.id}/look`, {
      mapping: { Preis: { field: 'price', decimal: 'x' } },
    });

    expect({ status, problems: json.problems }).toMatchObject({
      status: 400,
      problems: [{ path: 'mapping.Preis.decimal' }],
    });
  });

  test('counts common properties of the cells of a column', async () => {
    const { json: job } = await jobs.upload(
      'title,site\nNA,https://x.example/a\nEmma,https://x.example/b\nNA,\n',
    );

    const { json } = await jobs.call('POST', `/api/jobs/${job.id}/look`, {});

    expect(json.columns.map(({ cleaning }: any) => cleaning)).toEqual([
      { cells: 3, empty: { sign: 'NA', count: 2 } },
      { cells: 2, prefix: 'https://x.example/' },
    ]);
  });
});

test('a recipe is not changed to what it cannot be', async () => {
  const { json: job } = await jobs.upload('isbn,title\n1,Emma\n');
  await jobs.run(job.id);
  const { json } = await jobs.call('GET', '/api/books/recipes');
  const change = (body: object) => jobs.call('PUT', `/api/recipes/${json.data[0].id}`, body);

  const odd = [{ name: ' ' }, { name: 'x'.repeat(201) }, { shared: 1 }, { colour: 'red' }];
  for (const body of odd) expect((await change(body)).status).toBe(422);
  expect((await change({ name: 'x'.repeat(200) })).json).toMatchObject({ shared: false });
});
