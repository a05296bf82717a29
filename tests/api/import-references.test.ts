import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { sendImport, summary } from '../support/exchange.ts';

const library = await openTestApi();
afterAll(() => library.close());
beforeEach(async () => {
  await library.database.query('truncate books, authors cascade');
});

type File = Parameters<typeof sendImport>[2];
type Parts = Record<string, string>;
const authors = (file: File, parts?: Parts) => sendImport(library, '/api/authors', file, { parts });
const books = (file: File, parts?: Parts) => sendImport(library, '/api/books', file, { parts });

async function mentors(): Promise<Record<string, string | undefined>> {
  const { json } = await library.call('GET', '/api/authors?_perPage=1000', { as: 'admin' });
  const names = new Map<string, string>(json.data.map(({ _id, name }: any) => [_id, name]));
  return Object.fromEntries(json.data.map(({ name, mentor }: any) => [name, names.get(mentor)]));
}

describe('references of a file', () => {
  beforeEach(async () => {
    await authors([
      { _id: 'ja', name: 'Jane Austen' },
      { _id: 'fh', name: 'Frank Herbert' },
    ]);
  });

  test('are import keys or _ids', async () => {
    await books([{ title: 'Both', author: 'Jane Austen', editors: ['fh', 'Jane Austen'] }]);

    const { json } = await library.call('GET', '/api/books', { as: 'admin' });
    expect(json.data).toMatchObject([{ author: 'ja', editors: ['fh', 'ja'] }]);
  });

  test.each([
    ['that are not there', { author: 'Nobody' }, 'author', 'V014'],
    ['of which one is not there', { editors: ['ja', 'Nobody'] }, 'editors.1', 'V014'],
    ['that name a record twice', { editors: ['ja', 'Jane Austen'] }, 'editors', 'V015'],
    ['that are no names', { author: { _id: 'ja' } }, 'author', 'V002'],
    ['that are no list', { editors: 'ja' }, 'editors', 'V002'],
  ])('%s are a problem', async (_what, row, path, code) => {
    const { json } = await books([{ title: 'Emma', ...row }]);

    expect(json).toMatchObject({ created: 0, failed: 1, problems: [{ row: 1, path, code }] });
  });

  test('that match two records are a problem', async () => {
    await authors([{ _id: 'other', name: 'ja' }]);

    const { json } = await books([{ title: 'Emma', author: 'ja' }]);

    expect(json.problems).toMatchObject([{ path: 'author', code: 'I011' }]);
  });

  test('that are empty clear the field', async () => {
    await books([{ _id: 'emma', title: 'Emma', author: 'ja', editors: ['fh'] }]);

    await books([{ _id: 'emma', author: null, editors: [] }], { mode: 'update', key: '_id' });

    const { json } = await library.call('GET', '/api/books', { as: 'admin' });
    expect(json.data).toMatchObject([{ author: null, editors: [] }]);
  });

  test.each([
    ['the whole cell before its parts', 'A, B', {}, ['mix'], []],
    ['the whole cell before its stated parts', 'A, B', { split: ',' }, ['mix'], []],
    ['stated parts', 'B, A', { split: ',' }, ['b', 'a'], []],
    ['parts that all have records, with a warning', 'B, A', {}, ['b', 'a'], ['I096']],
    ['parts as files write them', 'A, B | A', {}, ['mix', 'a'], []],
    ['no parts of which one is missing', 'A, C', {}, undefined, []],
  ])('in a cell of a table name %s', async (_what, cell, how, editors, warned) => {
    await authors([
      { _id: 'a', name: 'A' },
      { _id: 'b', name: 'B' },
      { _id: 'mix', name: 'A, B' },
    ]);
    const mapping = JSON.stringify({ Editors: { field: 'editors', ...how } });
    const { json } = await sendImport(library, '/api/books', `title;Editors\nEmma;"${cell}"\n`, {
      name: 'books.csv',
      parts: { mapping },
    });

    const { data } = (await library.call('GET', '/api/books', { as: 'admin' })).json;
    expect(data[0]?.editors).toEqual(editors);
    expect(json.warned.map(({ code }: any) => code)).toEqual(warned);
    expect(json.problems.map(({ code }: any) => code)).toEqual(editors ? [] : ['V014']);
  });

  test('change nothing if they stay the same', async () => {
    const file = [{ isbn: '1', title: 'Emma', author: 'Jane Austen', editors: ['fh', 'ja'] }];
    await books(file);

    const { json } = await books(file, { mode: 'upsert' });

    expect(json).toEqual(summary({ total: 1, unchanged: 1 }));
  });
});

describe('rows that refer to rows of the same file', () => {
  test.each([
    ['before them', [{ name: 'A' }, { name: 'B', mentor: 'A' }]],
    ['after them', [{ name: 'B', mentor: 'A' }, { name: 'A' }]],
    [
      'by an _id they bring',
      [
        { name: 'B', mentor: 'id-a' },
        { name: 'A', _id: 'id-a' },
      ],
    ],
  ])('find those %s', async (_where, file) => {
    const { json } = await authors(file);

    expect(json).toEqual(summary({ total: 2, created: 2 }));
    expect(await mentors()).toEqual({ A: undefined, B: 'A' });
  });

  test('can refer to each other, and to themselves', async () => {
    const { json } = await authors([
      { name: 'A', mentor: 'B' },
      { name: 'B', mentor: 'A' },
      { name: 'C', mentor: 'C' },
    ]);

    expect(json).toEqual(summary({ total: 3, created: 3 }));
    expect(await mentors()).toEqual({ A: 'B', B: 'A', C: 'C' });
  });

  test.each([
    ['each to the next', (at: number, count: number) => (at + 1 < count ? at + 1 : undefined)],
    ['in one ring over all batches', (at: number, count: number) => (at + 1) % count],
    ['far ahead and back', (at: number, count: number) => count - 1 - at],
  ])('find each other across many batches: %s', async (_how, mentorOf) => {
    const count = 2_300;
    const file = Array.from({ length: count }, (_, at) => {
      const mentor = mentorOf(at, count);
      return { name: `N${at}`, ...(mentor === undefined ? {} : { mentor: `N${mentor}` }) };
    });

    const { json } = await authors(file);
    const again = await authors(file, { mode: 'upsert' });

    expect(json).toEqual(summary({ total: count, created: count }));
    expect(again.json).toEqual(summary({ total: count, unchanged: count }));
  });

  test('fail together with the rows to which they refer', async () => {
    const { json } = await authors([
      { name: 'C', mentor: 'B' },
      { name: 'B', mentor: 'A' },
      { name: 'A', penName: true },
      { name: 'D' },
    ]);

    expect(json).toMatchObject({ total: 4, created: 1, failed: 3 });
    expect(Object.keys(await mentors())).toEqual(['D']);
  });

  test('find each other in a dry run as well', async () => {
    const { json } = await authors([{ name: 'B', mentor: 'A' }, { name: 'A' }, { name: 'A' }], {
      dryRun: 'true',
    });

    expect(json).toMatchObject({ total: 3, created: 2, failed: 1, duplicates: 1 });
    expect(await mentors()).toEqual({});
  });
});
