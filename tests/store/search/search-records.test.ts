import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Connections } from '../../../src/store/connection/connection.ts';
import { searchRecords } from '../../../src/store/records/search/search-records.ts';
import { openTestStore, type TestStore } from '../../support/store.ts';

const text = { type: 'text', search: true };
let db: TestStore;

beforeAll(async () => {
  db = await openTestStore({
    chems: {
      fields: { cas: { type: 'cas', search: true, unique: true }, name: text, note: text },
      list: { sort: 'name', columns: ['name'], filters: [] },
    },
  });
  await db.database.query(
    `insert into chems (_id, cas, name, note) values ('a', '80-05-7', 'Bisphenol A', 'clear')`,
  );
});
afterAll(() => db.close());

/** Connections of a database in which every look into the searched words takes too long. */
const begin: Connections['begin'] = async (...options) => {
  const { connection, end } = await db.database.begin(...options);
  const run: typeof connection.run = async (statement) => {
    if (statement.text.includes('~words.')) await connection.query('select pg_sleep(60)');
    return await connection.run(statement);
  };
  return { connection: { ...connection, run }, end };
};

test.each([
  ['an identifier in another spelling', '80057', ['a']],
  ['an indexed text as it is typed', 'Bisphenol A', ['a']],
  ['a text without an index', 'clear', []],
])('finds what an index has when the words take too long: %s', async (_, q, ids) => {
  const { hits, timedOut } = await searchRecords(
    { begin, scope: { descriptor: db.descriptor }, budget: 1_000 },
    db.resource('chems'),
    { q, levels: ['exact', 'words', 'similar'], most: 5, fields: [] },
    undefined,
  );

  expect(hits.map(({ record }) => record._id)).toEqual(ids);
  expect(timedOut).toBe(true);
});
