import { afterAll, expect, test } from 'vitest';
import type { ListQuery } from '../../src/descriptor/filter/filter.ts';
import { parseRecords } from '../../src/store/memory/free-memory.ts';
import { openTestStore } from '../support/store.ts';

/** Enough for pages that the index skips to, before and within the empty values. */
const RECORDS = 2_100;

const number = { type: 'number', integer: true };
const needed = { ...number, required: true };
const db = await openTestStore({
  things: { fields: { group: needed, few: number, other: number, name: { type: 'text' } } },
});
await db.database.query(
  `insert into things (_id, "group", few, other, name)
     select 't' || n, n % 3, case when n % 4 > 0 then n % 2 end, n % 7,
       case when n % 5 > 0 then 'n' || n % 11 end from generate_series(1, ${RECORDS}) n`,
);
afterAll(() => db.close());

const toSort = (text: string): ListQuery['sort'] =>
  text.split(',').map((key) => ({
    path: key.replace('-', ''),
    descending: key.startsWith('-'),
  }));

test.each([
  'group,other',
  '-group,other',
  'group,-few,name',
  '-group,-other,-name',
  'few,other',
  '-few,other',
  'few,-name,group',
  '-few,name',
  'group',
])('pages far down, sorted by %s, show the right records', async (text) => {
  const query = { sort: toSort(text), total: 'none' } as const;
  const whole: string[] = [];
  for await (const batch of db.store.stream(db.resource('things'), {
    ...query,
    page: 1,
    perPage: 1_000,
  }))
    whole.push(...batch.map((json) => JSON.parse(json)._id));
  expect(new Set(whole).size).toBe(RECORDS);

  for (const page of [10, 11, 14, 15, 16, 20, 21, 22]) {
    const listed = await db.store.list(db.resource('things'), { ...query, page, perPage: 100 });
    const shown = parseRecords(listed).map(({ _id }) => _id);
    expect(shown).toEqual(whole.slice((page - 1) * 100, page * 100));
  }
});
