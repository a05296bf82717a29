import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { summary } from '../support/exchange.ts';
import { librarySource } from '../support/library.ts';
import { openShelves } from '../support/shelves.ts';

const shelves = await openShelves();
afterAll(() => shelves.library.close());
beforeEach(() => shelves.clear());

describe('an imported table', () => {
  test('is read by the text formats of its fields', async () => {
    const csv = `title;pages;inPrint;printedOn;moods;tags;author;editors
Emma;474;ja;25.12.1815;dark | odd;a | b;"=Austen, ""Jane""";fh | ja`;

    const { json } = await shelves.books(csv);

    expect(json).toEqual(summary({ total: 1, created: 1 }));
    expect((await shelves.all())[0]).toMatchObject({
      title: 'Emma',
      pages: 474,
      inPrint: true,
      printedOn: '1815-12-25',
      moods: ['dark', 'odd'],
      tags: ['a', 'b'],
      author: 'ja',
      editors: ['fh', 'ja'],
    });
  });

  test('is read through a mapping, with conversions and constants', async () => {
    const csv = 'Titel,Preis,Tag,Schlagworte,egal\nEmma,"1.234,50",12/25/1815,"a, b",x\n';
    const mapping = JSON.stringify({
      Titel: 'title',
      Preis: { field: 'price', decimal: ',' },
      Tag: { field: 'printedOn', date: 'MM/DD/YYYY' },
      Schlagworte: { field: 'tags', split: ',' },
      egal: null,
    });

    const { json } = await shelves.books(csv, {
      parts: { mapping, constants: '{"genre":"novel","isbn":"12-{row}"}' },
    });

    expect(json).toEqual(summary({ total: 1, created: 1 }));
    expect((await shelves.all())[0]).toMatchObject({
      title: 'Emma',
      price: 1234.5,
      printedOn: '1815-12-25',
      tags: ['a', 'b'],
      genre: 'novel',
      isbn: '12-1',
    });
  });

  test('is read completely without a header row, with letters as column names', async () => {
    const { json } = await shelves.books('Emma,474\nPersuasion,249\n', {
      parts: { headerRow: '0', mapping: '{"A":"title","B":"pages"}' },
    });

    expect(json).toEqual(summary({ total: 2, created: 2 }));
    const titles = (await shelves.all()).map(({ title, pages }: any) => `${title} ${pages}`);
    expect(titles.toSorted()).toEqual(['Emma 474', 'Persuasion 249']);
  });

  test('is read without spaces, units and marks for empty cells on request', async () => {
    const csv = 'title,pages,price,tags\n" Emma ",-,0.05 mg/kg,"a; -"\n';
    const mapping = JSON.stringify({
      title: { field: 'title', trim: true },
      pages: { field: 'pages', empty: '-' },
      price: { field: 'price', without: 'mg/kg' },
      tags: { field: 'tags', split: ';', empty: '-' },
    });

    const { json } = await shelves.books(csv, { parts: { mapping } });

    expect(json).toEqual(summary({ total: 1, created: 1 }));
    expect((await shelves.all())[0]).toMatchObject({
      title: 'Emma',
      pages: null,
      price: 0.05,
      tags: ['a'],
    });
  });

  test('ignores an unknown column only on request', async () => {
    const csv = ',title,\nx,Emma,\n,Persuasion,\n';
    const { json } = await shelves.books(csv);
    const said = await shelves.books(csv, { parts: { mapping: '{"column A":null}' } });

    expect(json).toMatchObject({ created: 1, failed: 1 });
    expect(json.problems).toMatchObject([{ row: 1, path: 'column A', value: 'x', code: 'I002' }]);
    expect(said.json).toMatchObject({ created: 2, failed: 0 });
  });

  test('names the row and the field of each problem, and imports the rest', async () => {
    const csv = 'title,pages,colour\nEmma,many,red\n';

    const { json } = await shelves.books(csv);

    expect(json).toMatchObject({ total: 1, failed: 1 });
    expect(json.problems.map(({ row, path, code }: any) => `${row} ${path} ${code}`)).toEqual([
      '1 pages V002',
      '1 colour I002',
    ]);
  });

  test.each([
    ['two columns of one name', 'title,title\nEmma,Emma\n', {}, 422, 'I022', 'file'],
    ['a row of names that is not there', 'title\nEmma\n', { headerRow: '9' }, 422, 'I020', 'file'],
    ['a row number that is none', 'title\nEmma\n', { headerRow: 'x' }, 400, 'I005', 'headerRow'],
    [
      'records above the names',
      'title\nEmma\n',
      { headerRow: '2', firstRow: '1' },
      400,
      'I005',
      'firstRow',
    ],
    ['an encoding there is not', 'title\nEmma\n', { encoding: 'ebcdic' }, 400, 'I005', 'encoding'],
    ['a separator that is none', 'title\nEmma\n', { delimiter: '""' }, 400, 'I005', 'delimiter'],
    ['a format it is not', 'title\nEmma\n', { format: 'xlsx' }, 400, 'I005', 'format'],
    [
      'a conversion there is not',
      'title\nEmma\n',
      { mapping: '{"title":{"field":"title","upper":true}}' },
      400,
      'I005',
      'mapping.title.upper',
    ],
    [
      'a value for all in no field',
      'title\nEmma\n',
      { constants: '{"colour":"red"}' },
      400,
      'I005',
      'constants.colour',
    ],
  ])('is refused with %s', async (_name, csv, parts, status, code, path) => {
    const answer = await shelves.books(csv, { parts });

    expect(answer.status).toBe(status);
    expect(answer.json.problems[0]).toMatchObject({ code, path });
  });

  test('cannot set a field twice, by a column and by a constant', async () => {
    const { json } = await shelves.books('title,genre\nEmma,novel\n', {
      parts: { constants: '{"genre":"poetry"}' },
    });

    expect(json.problems[0]).toMatchObject({ row: 1, path: 'genre', code: 'I012' });
  });
});

describe('an exported table', () => {
  test('contains at most as many records as a sheet has rows', async () => {
    const { library } = shelves;
    const many = (total: number) => ({
      ...library.store,
      list: async (...asked: Parameters<typeof library.store.list>) => ({
        ...(await library.store.list(...asked)),
        total,
      }),
    });
    const ask = async (total: number, format: string) => {
      const other = await library.openReplica({ store: many(total) });
      const path = `/api/books/export?format=${format}`;
      const answer = await other.call('GET', path, { as: 'viewer' });
      await other.close();
      return [answer.status, answer.json?.problems[0].code];
    };

    expect(await ask(1_048_575, 'xlsx')).toEqual([200, undefined]);
    expect(await ask(1_048_576, 'xlsx')).toEqual([422, 'I029']);
    expect(await ask(1_048_576, 'csv')).toEqual([200, undefined]);
  });

  test('has references by _id if the role cannot read their titles', async () => {
    const source = structuredClone(librarySource);
    Object.assign(source.resources.authors.fields.name, { read: ['admin'] });
    const descriptor = toDescriptor(source);
    const other = await shelves.library.openReplica({ descriptor: () => descriptor });
    await shelves.books('title,author,editors\nEmma,ja,fh | ja\nDune,,\n');
    const ask = async (as: string, references: string) => {
      const query = `_references=${references}&_fields=title,author,editors&_sort=-title`;
      const path = `/api/books/export?format=ndjson&${query}`;
      const { text } = await other.call('GET', path, { as });
      const [emma, dune] = text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect([dune.title, dune.author, dune.editors]).toEqual(['Dune', null, []]);
      return [emma.author, emma.editors];
    };

    expect(await ask('viewer', 'title')).toEqual(['ja', ['fh', 'ja']]);
    expect(await ask('admin', 'title')).toEqual([
      '=Austen, "Jane"',
      ['Frank | Herbert', '=Austen, "Jane"'],
    ]);
    await other.close();
  });

  test('is complete even if it cannot be recorded as a job', async () => {
    const { library, exported } = shelves;
    await shelves.books('title\nEmma\n');
    await library.database.query('alter table backoffice.jobs rename to away');

    const { text } = await exported('format=csv&_fields=title');
    await library.database.query('alter table backoffice.away rename to jobs');

    expect(text).toMatch(/,Emma\r\n$/);
    const warnings = library.log.filter(({ level }) => level === 'warn');
    expect(warnings.map(({ message }) => message)).toContain(
      'cannot record an export in the list of jobs',
    );
  });
});
