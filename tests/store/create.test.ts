import { afterAll, describe, expect, test } from 'vitest';
import { incompressible } from '../support/shapes.ts';
import { nobody, recordOf } from '../support/store.ts';
import { openThings } from '../support/things.ts';

const db = await openThings();
afterAll(() => db.close());

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
