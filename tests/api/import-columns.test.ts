import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { sendImport, summary } from '../support/exchange.ts';

const library = await openTestApi();
afterAll(() => library.close());
beforeEach(async () => {
  await library.database.query('truncate books, authors cascade');
});

const books = (file: Parameters<typeof sendImport>[2], sent?: Parameters<typeof sendImport>[3]) =>
  sendImport(library, '/api/books', file, sent);

async function all(resource: string): Promise<any[]> {
  const { json } = await library.call('GET', `/api/${resource}?_perPage=1000&_sort=_id`, {
    as: 'admin',
  });
  return json.data;
}

describe('columns', () => {
  test('that match no field are a problem with a suggestion', async () => {
    const { json } = await books([{ titel: 'Emma' }]);

    expect(json.problems).toContainEqual(
      expect.objectContaining({ row: 1, path: 'titel', code: 'I002', hint: 'did you mean title?' }),
    );
  });

  test('go to the mapped field, or are ignored', async () => {
    const mapping = JSON.stringify({ Titel: 'title', Signatur: null });

    const { json } = await books([{ Titel: 'Emma', Signatur: 'A 12' }], { parts: { mapping } });

    expect(json).toEqual(summary({ total: 1, created: 1 }));
    expect(await all('books')).toMatchObject([{ title: 'Emma' }]);
  });

  test('with an alias or a label of a field belong to it, in a table and in JSON', async () => {
    const first = await books('TITLE,Number of pages\nEmma,474\n', { name: 'books.csv' });
    const second = await books([{ Title: 'Dune', Seitenzahl: 412 }]);

    expect([first.json, second.json]).toEqual([
      summary({ total: 1, created: 1 }),
      summary({ total: 1, created: 1 }),
    ]);
    expect(await all('books')).toMatchObject([
      { title: 'Emma', pages: 474 },
      { title: 'Dune', pages: 412 },
    ]);
  });

  test('with the label of the key find the record of a row', async () => {
    await books([{ isbn: '1', title: 'Emma' }]);

    const { json } = await books('ISBN,Titel\n1,Emma (2nd ed.)\n', {
      name: 'books.csv',
      parts: { mode: 'upsert', key: 'isbn', mapping: JSON.stringify({ Titel: 'title' }) },
    });

    expect(json).toMatchObject({ total: 1, updated: 1, problems: [] });
  });

  test.each([
    [
      'that another column is mapped to',
      { title: 'Emma', Umfang: 474, Seitenzahl: 474 },
      { as: 'admin', parts: { mapping: '{"Umfang":"pages"}' } },
      'Seitenzahl',
    ],
    ['that the role may not read', { title: 'Emma', Secret: 'x' }, { as: 'staff' }, 'Secret'],
  ])('with the label of a field %s match no field', async (_which, row, sent, path) => {
    const { json } = await books([row], sent);

    expect(json.problems).toMatchObject([{ path, code: 'I002' }]);
  });

  test('for the same field are a problem', async () => {
    const mapping = JSON.stringify({ Titel: 'title' });

    const { json } = await books([{ Titel: 'Emma', title: 'Dune' }], { parts: { mapping } });

    expect(json.problems).toMatchObject([{ path: 'title', code: 'I012' }]);
  });

  test('of the server can be in the file and are ignored', async () => {
    const stamps = { createdAt: '2001-01-01T00:00:00.000Z', createdBy: 'nobody', _version: 7 };

    const { json } = await books([{ title: 'Emma', legacyId: 'x', ...stamps }]);

    expect(json.created).toBe(1);
    expect((await all('books'))[0]).toMatchObject({ _version: 1, legacyId: null });
  });

  test.each([
    ['may not be written by the role', { stock: 3 }, 'stock', 'A008'],
    ['may not be read by the role, as if they were no field,', { secret: 'x' }, 'secret', 'I002'],
  ])('that %s are refused', async (_why, column, path, code) => {
    const { json } = await books([{ title: 'Emma', ...column }], { as: 'staff' });

    expect(json.problems).toMatchObject([{ row: 1, path, code }]);
  });
});

async function problemsOf(row: object, parts: Record<string, string>): Promise<string[]> {
  const { json } = await books([row], { parts });
  return json.problems.map(({ code, path }: any) => `${code} ${path}`);
}

describe('a row with a wrong value', () => {
  test('also reports missing values and broken references', async () => {
    const row = { isbn: '1', pages: 'many', author: 'Nobody', editors: ['Nobody'] };

    expect(await problemsOf(row, { key: 'isbn', mode: 'upsert' })).toEqual([
      'V002 pages',
      'V001 title',
      'V014 author',
      'V014 editors.0',
    ]);
  });

  test('does not report values that its record has as missing', async () => {
    await books([{ title: 'Emma', isbn: '1' }]);
    const row = { isbn: '1', pages: 'many' };

    expect(await problemsOf(row, { key: 'isbn', mode: 'upsert' })).toEqual(['V002 pages']);
    expect(await problemsOf(row, { key: 'isbn', mode: 'update' })).toEqual(['V002 pages']);
  });

  test('does not report references to records that it would create', async () => {
    const row = { title: 'Emma', pages: 'many', author: 'Somebody New' };
    const mapping = JSON.stringify({ author: { field: 'author', create: true } });

    expect(await problemsOf(row, { mapping })).toEqual(['V002 pages']);
  });

  test('reports nothing else if its key is wrong', async () => {
    expect(await problemsOf({ isbn: true }, { key: 'isbn', mode: 'upsert' })).toEqual([
      'V002 isbn',
    ]);
  });
});
