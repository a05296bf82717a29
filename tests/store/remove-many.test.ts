import { afterAll, describe, expect, test } from 'vitest';
import type { ManyRemoval } from '../../src/store/store.ts';
import { nobody, recordOf } from '../support/store.ts';
import { openThings } from '../support/things.ts';

const asked: string[] = [];

const db = await openThings(
  { guarded: { fields: { name: { type: 'text' } } }, kept: { fields: {}, trash: { days: 0 } } },
  {
    guardOf: ({ name }) =>
      name === 'guarded' ? async (_, { id }) => (asked.push(id), []) : undefined,
  },
);
afterAll(() => db.close());

const by = { userId: 'u1', way: 'bulk', changeSet: 'set-1' } as const;

function removeAll(name: string, removals: readonly ManyRemoval[]) {
  return db.store.removeMany(db.resource(name), removals, by);
}

async function makeOwner(id: string, boss?: string) {
  const values = { name: id, ...(boss !== undefined && { boss }) };
  return recordOf(await db.store.create(db.resource('owners'), values, nobody, id));
}

const anyVersion = (id: string): ManyRemoval => ({ id, expected: '*' });

describe('removing many', () => {
  test('returns each result separately: removed, missing, of an old version', async () => {
    const [one, other] = [await db.make({ helpers: ['o1'] }), await db.make()];
    await db.store.update(db.resource('things'), other._id, 1, { count: 5 }, nobody);

    const outcomes = await removeAll('things', [
      { id: one._id, expected: 1 },
      anyVersion('nobody'),
      { id: other._id, expected: 1 },
    ]);

    expect(outcomes).toMatchObject([
      { id: one._id, version: 2 },
      { failure: 'missing' },
      { failure: 'stale', current: { _version: 2, count: 5 } },
    ]);
    expect(await db.stored(one._id)).toBeUndefined();
    expect(await db.stored(other._id)).toMatchObject({ count: 5 });
  });

  test('records history with way and change set, and lists each in the trash', async () => {
    const { _id, code } = await db.make({ helpers: ['o1', 'o2'], label: 'x' });

    await removeAll('things', [anyVersion(_id)]);

    const rows = await db.database.rows(
      `select h.operation, h.version, h.by, h.way, h.change_set, h.before, t.seq = h.seq as "isLast"
       from backoffice.history h join backoffice.trash t on t.record_id = h.record_id
       where h.record_id = $1 order by h.seq desc limit 1`,
      [_id],
    );
    expect(rows).toMatchObject([
      {
        operation: 'delete',
        version: 2,
        by: 'u1',
        way: 'bulk',
        change_set: 'set-1',
        before: { _id, _version: 1, code, label: 'x', helpers: ['o1', 'o2'] },
        isLast: true,
      },
    ]);
  });

  test('puts nothing in the trash of a collection without one', async () => {
    const kept = db.resource('kept');
    await db.store.create(kept, {}, nobody, 'one');
    await db.store.create(kept, {}, nobody, 'two');

    await removeAll('kept', [anyVersion('one')]);
    await db.store.remove(kept, 'two', '*', nobody);

    expect(await db.database.rows(`select from backoffice.trash where resource = 'kept'`)).toEqual(
      [],
    );
  });

  test('removes records that refer to each other together', async () => {
    await makeOwner('ring1');
    await makeOwner('ring2', 'ring1');
    await db.store.update(db.resource('owners'), 'ring1', '*', { boss: 'ring2' }, nobody);

    const outcomes = await removeAll('owners', ['ring1', 'ring2'].map(anyVersion));

    expect(outcomes).toEqual([
      { id: 'ring1', version: 3 },
      { id: 'ring2', version: 2 },
    ]);
  });

  test('keeps records with references from elsewhere, and those to which they refer', async () => {
    await makeOwner('top');
    await makeOwner('middle', 'top');
    await makeOwner('free', 'top');
    await db.make({ owner: 'middle' });
    await db.make({ helpers: ['middle'] });

    const outcomes = await removeAll('owners', ['top', 'middle', 'free'].map(anyVersion));

    expect(outcomes).toMatchObject([
      {
        failure: 'referenced',
        problems: [{ code: 'S004', params: { resource: 'owners', field: 'boss', count: 1 } }],
      },
      {
        failure: 'referenced',
        problems: [
          { code: 'S004', params: { resource: 'things', field: 'owner', count: 1 } },
          { code: 'S004', params: { resource: 'things', field: 'helpers', count: 1 } },
        ],
      },
      { id: 'free', version: 2 },
    ]);
    expect(await db.stored('top', 'owners')).toBeDefined();
  });

  test('asks the guard about each', async () => {
    for (const id of ['g1', 'g2']) await db.store.create(db.resource('guarded'), {}, nobody, id);
    asked.length = 0;

    const outcomes = await removeAll('guarded', ['g1', 'g2'].map(anyVersion));

    expect(asked).toEqual(['g1', 'g2']);
    expect(outcomes).toEqual([
      { id: 'g1', version: 2 },
      { id: 'g2', version: 2 },
    ]);
  });
});
