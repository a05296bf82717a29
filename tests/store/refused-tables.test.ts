import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase, type Database } from '../../src/store/connection/database.ts';
import { readTables } from '../../src/store/schema/tables/read-tables.ts';
import { applyFields, type Fields } from '../support/changing-tables.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { recordOf, silent } from '../support/store.ts';

let place: TestDatabase;
let database: Database;

beforeEach(async () => {
  place = await createTestDatabase();
  database = await openDatabase({ url: place.url, log: silent });
});
afterEach(async () => {
  await database.close();
  await place.drop();
});

const apply = (fields: Fields | undefined) => applyFields(database, fields);

const title = { type: 'text', maxLength: 100 };

describe('a change that could lose data is refused, and nothing is changed', () => {
  test.each<[string, Fields, Fields, RegExp]>([
    [
      'another type',
      { pages: title },
      { pages: { type: 'number' } },
      /changes books\.pages from text to double precision/,
    ],
    ['one instead of many', { pages: { type: 'tags' } }, { pages: title }, /from text\[\] to text/],
    [
      'required where it is empty',
      { pages: title },
      { pages: { ...title, required: true } },
      /makes books\.pages required: 2 records/,
    ],
    [
      'a new field required',
      {},
      { more: { ...title, required: true } },
      /adds the field more to books, required: 2 records/,
    ],
    [
      'unique where it is not',
      { pages: title },
      { pages: { ...title, unique: true } },
      /makes books\.pages unique: 2 records/,
    ],
    [
      'a reference where there is no such record',
      { pages: title },
      { pages: { type: 'reference', to: 'authors' } },
      /changes books\.pages from text to reference/,
    ],
  ])('%s', async (_, first, then, sentence) => {
    const before = await apply({ title, ...first });
    const value = first['pages']?.type === 'tags' ? ['same'] : 'same';
    const pages = /required/.test(_) ? {} : { pages: value };
    recordOf(await before.create({ title: 'a', ...pages }));
    recordOf(await before.create({ title: 'b', ...pages }));

    const after = await apply({ title, extra: title, ...then });

    expect(after.refused).toEqual([expect.stringMatching(sentence)]);
    expect(after.applied).toEqual([]);
    expect(
      (await readTables(database)).get('books')!.columns.map(({ name }) => name),
    ).not.toContain('extra');
  });

  test('all of it at once', async () => {
    const before = await apply({ title, pages: title, code: title });
    recordOf(await before.create({ title: 'a', code: 'same' }));
    recordOf(await before.create({ title: 'b', code: 'same' }));

    const { refused } = await apply({
      title,
      more: { ...title, required: true },
      pages: { ...title, required: true },
      code: { ...title, unique: true },
    });

    expect(refused).toHaveLength(3);
  });

  test('a table that somebody else created', async () => {
    await database.query('create table books (isbn text)');

    const { refused } = await apply({ title });

    expect(refused).toEqual([expect.stringContaining('needs the table name books')]);
    expect((await readTables(database)).get('books')!.columns).toHaveLength(1);
  });
});
