import { afterAll, describe, expect, test } from 'vitest';
import { nobody, recordOf } from '../support/store.ts';
import { openThings } from '../support/things.ts';

const db = await openThings();
afterAll(() => db.close());

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
