import { afterAll, describe, expect, test } from 'vitest';
import { nobody, recordOf } from '../support/store.ts';
import { openThings } from '../support/things.ts';

const db = await openThings();
afterAll(() => db.close());

describe('changing', () => {
  test('changes given values, clears by null, and keeps the rest', async () => {
    const { _id } = await db.make({
      label: 'before',
      count: 1,
      helpers: ['o1', 'o2'],
      words: ['a'],
    });

    const outcome = await db.store.update(
      db.resource('things'),
      _id,
      1,
      { label: 'after', count: null, words: null, helpers: ['o3', 'o2'] },
      { userId: 'somebody' },
    );

    expect(outcome).toMatchObject({
      record: {
        _version: 2,
        label: 'after',
        count: null,
        words: [],
        helpers: ['o3', 'o2'],
        updatedBy: 'somebody',
        createdBy: null,
      },
      before: { _version: 1, label: 'before', count: 1, words: ['a'], helpers: ['o1', 'o2'] },
    });
    expect(recordOf(outcome)).toEqual(await db.stored(_id));
  });

  test.each([
    [
      ['o1', 'o2', 'o3'],
      ['o3', 'o1', 'o2'],
    ],
    [['o1'], ['o2']],
    [['o1', 'o2'], []],
    [[], ['o1', 'o2']],
    [
      ['o1', 'o2', 'o3'],
      ['o1', 'o3'],
    ],
  ])('stores the references %j as %j', async (before, after) => {
    const { _id } = await db.make({ helpers: before });

    await db.store.update(db.resource('things'), _id, '*', { helpers: after }, nobody);

    expect((await db.stored(_id)).helpers).toEqual(after);
  });

  test('writes nothing without a difference', async () => {
    const values = {
      label: 'x',
      weight: 0.1,
      at: '2026-01-01T10:00:00.123Z',
      day: '2026-01-01',
      sizes: [10],
      helpers: ['o1'],
      box: { name: 'n', size: 1, full: null, day: null },
      extra: { b: 1, a: [] },
      story: null,
    };
    const record = await db.make(values);

    const outcome = await db.store.update(db.resource('things'), record._id, 1, values, nobody);

    expect(outcome).toEqual({ record, before: record });
    expect(await db.history(record._id)).toHaveLength(1);
  });

  test('refuses an old version with the record as it is now', async () => {
    const { _id } = await db.make({ label: 'one', helpers: ['o1'] });
    await db.store.update(db.resource('things'), _id, 1, { label: 'two', helpers: ['o2'] }, nobody);

    const outcome = await db.store.update(
      db.resource('things'),
      _id,
      1,
      { label: 'three' },
      nobody,
    );

    expect(outcome).toEqual({ failure: 'stale', current: await db.stored(_id) });
    expect(outcome).toMatchObject({ current: { _version: 2, label: 'two', helpers: ['o2'] } });
  });

  test('reports a missing record', async () => {
    expect(
      await db.store.update(db.resource('things'), 'gone', '*', { label: 'x' }, nobody),
    ).toEqual({ failure: 'missing' });
    expect(await db.store.remove(db.resource('things'), 'gone', 1, nobody)).toEqual({
      failure: 'missing',
    });
  });

  test('names the fields of duplicates and of broken references', async () => {
    const { code } = await db.make();
    const { _id } = await db.make();
    const change = (values: object) =>
      db.store.update(db.resource('things'), _id, '*', { ...values }, nobody);

    expect(await change({ code })).toMatchObject({
      failure: 'duplicate',
      problems: [{ path: 'code' }],
    });
    expect(await change({ helpers: ['gone'] })).toMatchObject({
      failure: 'invalid',
      problems: [{ path: 'helpers.0' }],
    });
    expect(await db.stored(_id)).toMatchObject({ _version: 1 });
  });
});
