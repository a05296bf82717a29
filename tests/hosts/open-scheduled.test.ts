import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defineField } from '../../src/api/extending.ts';
import { openScheduled } from '../../src/hosts/open/open-scheduled.ts';
import { createSlowReads } from '../../src/store/records/sql/slow-reads.ts';
import { shapes } from '../support/shapes.ts';
import { nobody, openTestStore, recordOf, type TestStore } from '../support/store.ts';

let db: TestStore;

beforeEach(async () => {
  db = await openTestStore({ ...shapes, things: { ...shapes.things, list: { filters: [] } } });
});
afterEach(() => db.close());

// No task of these tests reaches for files.
const blobs = {} as never;
const log = { debug() {}, info() {}, warn() {}, error() {} };

test('slow lists are written down every minute, and at the end', async () => {
  const slowReads = createSlowReads();
  const sort = [{ path: 'weight', descending: false }];
  const query = { sort, page: 1, perPage: 1, total: 'none' } as const;
  const beSlow = () => slowReads.add(db.resource('things'), query, 500);
  const saved = () =>
    db.database.value<number>('select coalesce(sum(count), 0)::int from backoffice.slow_reads');
  const live = { current: () => db.descriptor } as never;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { database, store } = db;
  const stop = openScheduled({ live, database, store, slowReads, blobs }, log);

  beSlow();
  vi.advanceTimersByTime(59_000);
  expect(await saved()).toBe(0);
  vi.advanceTimersByTime(1_000);
  await expect.poll(saved).toBe(1);
  vi.useRealTimers();

  beSlow();
  await stop();

  expect(await saved()).toBe(2);
});

test('fields whose code is new are computed within a minute', async () => {
  await db.close();
  const size = { type: 'number' };
  db = await openTestStore({
    crates: { fields: { size, weight: { ...size, computedInCode: true } } },
  });
  const crates = db.resource('crates');
  const id = recordOf(await db.store.create(crates, { size: 4 }, nobody))._id;
  const field = defineField({
    resource: 'crates',
    field: 'weight',
    compute: ({ records }) => records.map((record) => record['size'] * 10),
  });
  const weight = () =>
    db.database.value<number | null>('select weight::float8 from crates where _id = $1', [id]);
  const live = { current: () => db.descriptor } as never;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { database, store } = db;
  const parts = { live, database, store, slowReads: createSlowReads(), blobs };
  const stop = openScheduled(parts, log, () => ({ fields: [field] }));

  vi.advanceTimersByTime(60_000);

  await expect.poll(weight).toBe(40);
  vi.useRealTimers();
  await stop();
});
