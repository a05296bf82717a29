import { afterAll, describe, expect, test } from 'vitest';
import { nobody, recordOf } from '../support/store.ts';
import { openThings } from '../support/things.ts';
import { incompressible } from '../support/shapes.ts';

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

describe('creating', () => {
  test('returns the stored record, with stamps and an _id that sorts by time', async () => {
    const by = { userId: 'somebody' };
    const one = recordOf(
      await db.store.create(db.resource('things'), { code: 'one', helpers: ['o2', 'o1'] }, by),
    );
    const other = recordOf(await db.store.create(db.resource('things'), { code: 'two' }, by));

    expect(one).toEqual(await db.stored(one._id));
    expect(Object.keys(one)).toEqual(Object.keys(await db.stored(one._id)).sort(byPlaceIn(one)));
    expect(one).toMatchObject({
      _version: 1,
      helpers: ['o2', 'o1'],
      words: [],
      label: null,
      createdBy: 'somebody',
      updatedBy: 'somebody',
    });
    expect(one['createdAt']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(one._id).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(other._id > one._id).toBe(true);
  });

  test('reports every taken value, and a taken _id', async () => {
    const { _id, code } = await db.make();

    expect(await db.store.create(db.resource('things'), { code }, nobody)).toMatchObject({
      failure: 'duplicate',
      problems: [{ code: 11000, path: 'code' }],
    });
    expect(
      await db.store.create(db.resource('things'), { code: `${code}'` }, nobody, _id),
    ).toMatchObject({
      failure: 'duplicate',
      problems: [{ code: 11000, path: '_id' }],
    });
  });

  test('reports every broken reference, and writes nothing', async () => {
    const values = { code: 'dangling', owner: 'gone', helpers: ['o1', 'away', 'o2', 'lost'] };

    const outcome = await db.store.create(db.resource('things'), values, nobody, 'dangling');

    expect(outcome).toMatchObject({
      failure: 'invalid',
      problems: [
        { code: 'V014', path: 'owner', params: { value: 'gone' } },
        { code: 'V014', path: 'helpers.1', params: { value: 'away' } },
        { code: 'V014', path: 'helpers.3', params: { value: 'lost' } },
      ],
    });
    expect(await db.stored('dangling')).toBeUndefined();
    expect(await db.history('dangling')).toEqual([]);
  });

  test('allows a record to refer to itself', async () => {
    const owner = recordOf(
      await db.store.create(db.resource('owners'), { name: 'me', boss: 'me' }, nobody, 'me'),
    );

    expect(owner['boss']).toBe('me');
  });

  test('refuses a unique text that is too long for an index', async () => {
    const code = incompressible(3_000);

    expect(await db.store.create(db.resource('things'), { code }, nobody)).toMatchObject({
      failure: 'invalid',
      problems: [{ code: 'V003', path: 'code' }],
    });
  });

  test('accepts a text of any length if it is not unique', async () => {
    const story = incompressible(50_000);

    expect((await db.make({ story, words: [story.slice(0, 400)] }))['story']).toBe(story);
  });
});

/** The order of keys of another object. */
function byPlaceIn(object: object): (one: string, other: string) => number {
  const keys = Object.keys(object);
  return (one, other) => keys.indexOf(one) - keys.indexOf(other);
}

describe('removing', () => {
  test('returns the removed record, with its references', async () => {
    const record = await db.make({ helpers: ['o1', 'o2'] });

    expect(await db.store.remove(db.resource('things'), record._id, 1, nobody)).toEqual({ record });
    expect(await db.stored(record._id)).toBeUndefined();
  });

  test('is refused with the referring fields and numbers', async () => {
    const owners = db.resource('owners');
    const { _id } = recordOf(await db.store.create(owners, { name: 'busy' }, nobody));
    recordOf(await db.store.create(owners, { name: 'under', boss: _id }, nobody));
    await db.make({ owner: _id });
    await db.make({ owner: _id, helpers: [_id] });

    const outcome = await db.store.remove(owners, _id, '*', nobody);

    expect(outcome).toMatchObject({
      failure: 'referenced',
      problems: expect.arrayContaining([
        expect.objectContaining({
          code: 'S004',
          params: { resource: 'things', field: 'owner', count: 2 },
        }),
        expect.objectContaining({
          code: 'S004',
          params: { resource: 'things', field: 'helpers', count: 1 },
        }),
        expect.objectContaining({
          code: 'S004',
          params: { resource: 'owners', field: 'boss', count: 1 },
        }),
      ]),
    });
    expect(await db.store.referrers(owners, _id)).toHaveLength(3);
  });

  test('is refused for an old version', async () => {
    const { _id } = await db.make();
    await db.store.update(db.resource('things'), _id, 1, { count: 1 }, nobody);

    expect(await db.store.remove(db.resource('things'), _id, 1, nobody)).toMatchObject({
      failure: 'stale',
      current: { count: 1 },
    });
  });
});
