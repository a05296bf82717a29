import { afterAll, describe, expect, test } from 'vitest';
import type { ManyOutcome, ManyWrite } from '../../src/store/store.ts';
import { shapes } from '../support/shapes.ts';
import { nobody, openTestStore } from '../support/store.ts';

const db = await openTestStore(shapes);
afterAll(() => db.close());

const owner = (id: string, values: object = {}): ManyWrite => ({
  id,
  values: { name: id, ...values },
});

function say(outcome: ManyOutcome): string {
  if (!('failure' in outcome)) return `${outcome.id} ${outcome.version}`;
  const problems = 'problems' in outcome ? outcome.problems : [];
  return [outcome.failure, ...problems.map(({ code, path }) => `${code} ${path}`)].join(' ');
}

describe('a transaction', () => {
  test('commits all of its writes, or none', async () => {
    const failed = db.store.transaction(async (store) => {
      await store.writeMany(
        db.resource('owners'),
        [owner('a'), owner('b', { boss: 'gone' })],
        nobody,
      );
      await store.create(db.resource('owners'), { name: 'c' }, nobody, 'c');
      throw new Error('not after all');
    });
    await expect(failed).rejects.toThrow('not after all');
    expect(await db.store.count(db.resource('owners'))).toBe(0);

    await db.store.transaction(async (store) => {
      expect(
        (
          await store.writeMany(
            db.resource('owners'),
            [owner('a'), owner('b', { boss: 'gone' })],
            nobody,
          )
        ).map(say),
      ).toEqual(['a 1', 'invalid V014 boss']);
      expect(await store.create(db.resource('owners'), {}, nobody, 'a')).toMatchObject({
        failure: 'duplicate',
      });
      expect(
        await store.update(db.resource('owners'), 'a', 1, { name: 'A' }, nobody),
      ).toMatchObject({ record: { _version: 2 } });
      expect(await store.findMany(db.resource('owners'), 'name', ['A', 'B'], ['name'])).toEqual([
        { _id: 'a', _version: 2, name: 'A' },
      ]);
    });
    expect(await db.store.count(db.resource('owners'))).toBe(1);
  });
});
