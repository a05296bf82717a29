import { expect, test } from 'vitest';
import { parseRecords } from '../../../src/store/memory/free-memory.ts';
import { openThings } from '../../support/things.ts';

test('a list reverts each of many changes since its moment', async () => {
  const db = await openThings();
  const before = await db.make({ label: 'before' });
  await db.make({ label: 'before' });
  await db.database.query('select pg_sleep(0.003)');
  const at = await db.database.value<string>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  );
  // As if somebody had saved the record five thousand times, always with the same values.
  await db.database.query(
    `insert into backoffice.history (resource, record_id, operation, version, before, after, way, at)
     select 'things', $1, 'update', n + 1, '{}', '{}', 'API', $2::timestamptz + interval '2 ms'
     from generate_series(1, 5001) n`,
    [before._id, at],
  );
  const query = {
    page: 1,
    perPage: 500,
    total: 'exact',
    sort: [{ path: 'code', descending: false }],
    asOf: at,
  } as const;
  const few = parseRecords(await db.store.list(db.resource('things'), query));
  const { next } = await db.store.list(db.resource('things'), { ...query, perPage: 1 });
  await db.make({ label: 'after' });
  // Of a moment that nobody has asked for yet.
  const later = new Date(Date.parse(at) + 1).toISOString();
  const behind = await db.store.list(db.resource('things'), {
    ...query,
    asOf: later,
    after: next!,
  });

  const many = parseRecords(await db.store.list(db.resource('things'), query));

  const rest = await db.store.list(db.resource('things'), { ...query, after: next! });

  expect(parseRecords(rest)).toEqual(few.slice(1));
  expect(parseRecords(behind)).toEqual(few.slice(1));
  expect(few.map(({ _id }) => _id)).toContain(before._id);
  expect(many).toEqual(few);
  await db.close();
});
