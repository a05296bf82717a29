import pg from 'pg';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { ListQuery } from '../../src/descriptor/filter/filter.ts';
import { parseRecords } from '../../src/store/memory/free-memory.ts';
import { nobody, openTestStore, type TestStore } from '../support/store.ts';

const integer = { type: 'number', integer: true };
const db: TestStore = await openTestStore({
  others: { fields: { kind: integer } },
  things: {
    fields: { kind: integer, size: integer, day: { type: 'date' }, note: { type: 'text' } },
  },
});
await db.database.query(
  `insert into things (_id, kind, size, day, note)
     select 't' || n, case when n % 4 > 0 then n % 4 end, case when n % 5 > 0 then n % 7 end,
       case when n % 6 > 0 then date '2020-01-01' + n % 300 end, case when n % 9 > 0 then 'note ' || n end
     from generate_series(1, 25000) n`,
);
await db.database.query(
  `insert into others (_id, kind) select 'o' || n, n from generate_series(1, 10050) n`,
);
await db.database.query('analyze');
afterAll(() => db.close());

const sent = vi.spyOn(pg.Client.prototype, 'query');

function list(query: Partial<ListQuery> = {}) {
  const whole = { sort: [], page: 1, perPage: 5, total: 'exact', ...query } as const;
  return db.store.list(db.resource('things'), whole);
}

describe('a page behind the middle', () => {
  const toSort = (text: string): ListQuery['sort'] =>
    text === ''
      ? []
      : text
          .split(',')
          .map((key) => ({ path: key.replace('-', ''), descending: key.startsWith('-') }));

  test.each([
    '',
    '-_id',
    'kind',
    '-kind',
    'size,-note',
    '-size,note',
    'day,-kind,size',
    '-note',
    'note',
  ])('is read from the end and shows the same records, sorted by %j', async (text) => {
    const sort = toSort(text);
    const whole: string[] = [];
    const streamed = { sort, total: 'none', page: 1, perPage: 1_000 } as const;
    for await (const batch of db.store.stream(db.resource('things'), streamed))
      whole.push(...batch.map((json) => JSON.parse(json)._id));
    await list();
    sent.mockClear();

    const last = Math.ceil(whole.length / 100);
    for (const page of [last - 10, last - 1, last, last + 1]) {
      const answer = await list({ sort, page, perPage: 100 });
      expect(parseRecords(answer).map(({ _id }) => _id)).toEqual(
        whole.slice((page - 1) * 100, page * 100),
      );
      expect(answer.total).toBe(whole.length);
      expect(answer.next === null).toBe(page >= last);
    }

    const fromEnd = sent.mock.calls.filter(([query]) => JSON.stringify(query).includes('~total'));
    expect(fromEnd).toHaveLength(3);
  });

  test('is read from the end after it was asked for alone', async () => {
    const last = { sort: [], page: 101, perPage: 100, total: 'exact' } as const;
    const records = parseRecords(await db.store.list(db.resource('others'), last));
    sent.mockClear();

    const second = await db.store.list(db.resource('others'), last);

    expect(sent.mock.calls.map(([query]) => JSON.stringify(query).includes('~total'))).toEqual([
      true,
    ]);
    expect([second.total, parseRecords(second)]).toEqual([10_050, records]);
  });

  test('tells the exact total where it is the last one, also where an estimate would do', async () => {
    const filter = { path: 'size', operator: 'gte', operands: [0] } as const;
    const { total } = await list({ filter, sort: [{ path: '_id', descending: true }] });
    const page = Math.ceil(total! / 100);

    for (const _ of [1, 2])
      expect(
        await list({ filter: { not: { not: filter } }, page, perPage: 100, total: 'estimate' }),
      ).toMatchObject({ total, totalIsEstimate: false });
  });

  test.each(['exact', 'estimate'] as const)(
    'shows the right records after more changes than are followed, with the total %s',
    async (total) => {
      await list();
      await db.store.writeMany(
        db.resource('things'),
        Array.from({ length: 1_100 }, (_, at) => ({ id: `${total}${at}`, values: {} })),
        nobody,
      );
      const { rows } = await db.database.query('select _id from things order by _id');
      const far = rows.length - 2_100;
      sent.mockClear();

      const answer = await list({ page: far / 100 + 1, perPage: 100, total });

      expect(parseRecords(answer).map(({ _id }) => _id)).toEqual(
        rows.slice(far, far + 100).map(({ _id }) => _id),
      );
      expect(answer.totalIsEstimate || answer.total === rows.length).toBe(true);
      // What the first statement has counted, the second only checks.
      const [, again] = sent.mock.calls
        .map(([query]) => query as unknown as pg.QueryConfig)
        .filter(({ text }) => text?.includes('row_number'));
      expect(again!.values?.includes(rows.length)).toBe(total === 'exact');
    },
  );

  test('is read once where an index finds it from the start', async () => {
    await list();
    await db.store.writeMany(
      db.resource('things'),
      Array.from({ length: 1_100 }, (_, at) => ({ id: `deep${at}`, values: {} })),
      nobody,
    );
    sent.mockClear();

    await list({ sort: toSort('kind,size'), page: 151, perPage: 100 });

    const read = sent.mock.calls.filter(([query]) => JSON.stringify(query).includes('row_number'));
    expect(read.map(([query]) => JSON.stringify(query).includes('~total'))).toEqual([true]);
  });

  test('tells its total itself where it can never be read from the end', async () => {
    const total = await db.database.value<number>('select count(*)::int from things');
    const filter = {
      path: 'createdAt',
      operator: 'gt',
      operands: ['2000-01-01T00:00:00.000Z'],
    } as const;
    sent.mockClear();

    const answer = await list({ filter, page: Math.ceil(total / 999), perPage: 999 });

    expect(answer.total).toBe(total);
    const [query] = sent.mock.calls[0]! as unknown as [pg.QueryConfig];
    expect(query.text).toContain('row_number() over () when 1000 then');
  });
});
