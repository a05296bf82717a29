import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problem } from '../../src/fields/problems/problem.ts';
import type { WriteChange } from '../../src/store/write-guard.ts';
import { nobody, recordOf } from '../support/store.ts';
import { openThings, type Things } from '../support/things.ts';

let db: Things;
const seen: WriteChange[] = [];

beforeAll(async () => {
  const guarded = {
    fields: { name: { type: 'text', required: true }, owner: { type: 'reference', to: 'owners' } },
  };
  db = await openThings(
    { guarded },
    {
      guardOf: ({ name }) => {
        if (name !== 'guarded') return undefined;
        return async (sql, change) => {
          seen.push(change);
          const { rows } = await sql.query('select name from guarded where _id = $1', [change.id]);
          return rows[0]?.name === 'bad' || change.before?.['name'] === 'kept'
            ? [problem('A009', 'name')]
            : [];
        };
      },
    },
  );
});
afterAll(() => db.close());

describe('a guard', () => {
  test('sees each change inside its transaction, and can roll it back', async () => {
    const guarded = db.resource('guarded');
    seen.length = 0;
    const { _id } = recordOf(await db.store.create(guarded, { name: 'good' }, nobody));
    const refused = await db.store.update(guarded, _id, '*', { name: 'bad' }, nobody);
    await db.store.update(guarded, _id, '*', { name: 'good' }, nobody);
    await db.store.update(guarded, _id, '*', { name: 'kept' }, nobody);
    const kept = await db.store.remove(guarded, _id, '*', nobody);

    expect(refused).toMatchObject({
      failure: 'refused',
      problems: [{ code: 'A009', path: 'name' }],
    });
    expect(kept).toMatchObject({ failure: 'refused' });
    expect(seen.map(({ before, after }) => [before?.['name'], after?.['name']])).toEqual([
      [undefined, 'good'],
      ['good', 'bad'],
      ['good', 'kept'],
      ['kept', undefined],
    ]);
    expect(await db.stored(_id, 'guarded')).toMatchObject({ name: 'kept', _version: 2 });
    expect(await db.history(_id)).toHaveLength(2);
  });

  test('does not hide why the database refuses', async () => {
    expect(
      await db.store.create(db.resource('guarded'), { name: 'x', owner: 'gone' }, nobody),
    ).toMatchObject({
      failure: 'invalid',
      problems: [{ code: 'V014', path: 'owner' }],
    });
  });
});
