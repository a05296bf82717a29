import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Connections } from '../../../src/store/connection/connection.ts';
import { searchRecords } from '../../../src/store/records/search/search-records.ts';
import { VALUE_END } from '../../../src/store/schema/search-words.ts';
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

type Read = Awaited<ReturnType<Connections['begin']>>['connection']['run'];

/** Searches on connections where some statements take too long. */
async function search(q: string, isSlow: (...statement: Parameters<Read>) => boolean) {
  const begin: Connections['begin'] = async (...options) => {
    const { connection, end } = await db.database.begin(...options);
    const run: Read = async (statement) => {
      if (isSlow(statement)) await connection.query('select pg_sleep(60)');
      return await connection.run(statement);
    };
    return { connection: { ...connection, run }, end };
  };
  return await searchRecords(
    { begin, scope: { descriptor: db.descriptor }, budget: 1_000 },
    db.resource('chems'),
    { q, levels: ['exact', 'words', 'similar'], most: 5, fields: [] },
    undefined,
  );
}

test.each([
  ['an identifier in another spelling', '80057', ['a']],
  ['an indexed text as it is typed', 'Bisphenol A', ['a']],
  ['a text without an index', 'clear', []],
])('a search returns index matches if the words take too long: %s', async (_, q, ids) => {
  const { hits, timedOut } = await search(q, ({ text }) => text.includes('~words.'));

  expect(hits.map(({ record }) => record._id)).toEqual(ids);
  expect(timedOut).toBe(true);
});

test('a search returns some of many records if finding the best takes too long', async () => {
  await db.database.query(
    `insert into chems (_id, cas, name) select 'n' || n, 'KEY-' || n, 'Fatty acid ' || n from generate_series(1, 9) n`,
  );

  const { hits, more } = await search('acid', ({ values }) =>
    values.some((value) => String(value).includes(VALUE_END)),
  );

  expect(hits).toHaveLength(5);
  expect(more).toBe(true);
});
