import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';
import { sendImport } from '../support/exchange.ts';

let library: TestApi;
beforeAll(async () => {
  library = await openTestApi();
});
afterAll(() => library.close());
beforeEach(async () => {
  await library.database.query('truncate books, authors cascade');
});

const books = (file: unknown, parts?: Record<string, string>) =>
  sendImport(library, '/api/books', file as never, { ...(parts && { parts }) });

async function problemsOf(row: object, parts?: Record<string, string>): Promise<string[]> {
  const { json } = await books([row], parts);
  return json.problems.map(({ code, path }: any) => `${code} ${path}`);
}

test('a row with a wrong value says too what it lacks and what it refers to in vain', async () => {
  const row = { isbn: '1', pages: 'many', author: 'Nobody', editors: ['Nobody'] };

  expect(await problemsOf(row, { key: 'isbn', mode: 'upsert' })).toEqual([
    'V002 pages',
    'V001 title',
    'V014 author',
    'V014 editors.0',
  ]);
});

test('a row with a wrong value does not lack what its record has', async () => {
  await books([{ title: 'Emma', isbn: '1' }]);
  const row = { isbn: '1', pages: 'many' };

  expect(await problemsOf(row, { key: 'isbn', mode: 'upsert' })).toEqual(['V002 pages']);
  expect(await problemsOf(row, { key: 'isbn', mode: 'update' })).toEqual(['V002 pages']);
});

test('a row with a wrong value does not refer in vain to what would be made', async () => {
  const row = { title: 'Emma', pages: 'many', author: 'Somebody New' };
  const mapping = JSON.stringify({ author: { field: 'author', create: true } });

  expect(await problemsOf(row, { mapping })).toEqual(['V002 pages']);
});

test('a row whose key is wrong says that alone, as nobody knows which record it means', async () => {
  expect(await problemsOf({ isbn: 5 }, { key: 'isbn', mode: 'upsert' })).toEqual(['V002 isbn']);
});
