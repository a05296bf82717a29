import { afterAll, describe, expect, test } from 'vitest';
import { nobody, recordOf } from '../support/store.ts';
import { openThings } from '../support/things.ts';

const db = await openThings();
afterAll(() => db.close());

describe('simultaneously', () => {
  test('fifty changes of one version have one winner', async () => {
    const { _id } = await db.make({ helpers: ['o1'] });

    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, count) =>
        db.store.update(
          db.resource('things'),
          _id,
          1,
          { count, helpers: [`o${1 + (count % 3)}`] },
          nobody,
        ),
      ),
    );

    const winners = outcomes.filter((outcome) => 'record' in outcome);
    expect(winners).toHaveLength(1);
    const now = await db.stored(_id);
    expect(recordOf(winners[0]!)).toEqual(now);
    // The losers see the winner's record whole, its references too.
    const losers = outcomes.flatMap((outcome) => ('current' in outcome ? [outcome.current] : []));
    expect(losers).toEqual(Array.from({ length: 49 }, () => now));
    expect(await db.history(_id)).toHaveLength(2);
  });

  test('changes of any version all succeed, and each returns the previous one', async () => {
    const { _id } = await db.make({ count: -1 });

    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, count) =>
        db.store.update(
          db.resource('things'),
          _id,
          '*',
          { count, helpers: [`o${1 + (count % 3)}`] },
          nobody,
        ),
      ),
    );

    const records = outcomes.map((outcome) => outcome as { record: any; before: any });
    expect(records.map(({ record }) => record._version).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 30 }, (_, index) => index + 2),
    );
    const byVersion = new Map(records.map(({ record }) => [record._version, record]));
    const later = records.filter(({ before }) => before._version > 1);
    expect(later).toHaveLength(29);
    for (const { record, before } of later) {
      expect(before._version).toBe(record._version - 1);
      expect(before).toEqual(byVersion.get(before._version));
    }
  });

  test('one of a removal and a change is too late', async () => {
    const { _id } = await db.make();

    const [removed, changed] = await Promise.all([
      db.store.remove(db.resource('things'), _id, 1, nobody),
      db.store.update(db.resource('things'), _id, 1, { count: 5 }, nobody),
    ]);

    expect([removed, changed].filter((outcome) => 'record' in outcome)).toHaveLength(1);
  });
});
