import { afterAll, describe, expect, test } from 'vitest';
import {
  createView,
  findView,
  forgetPreferences,
  listViews,
  MAX_VIEWS,
  removeView,
  updateView,
} from '../../src/store/system/preferences/views.ts';
import { openTestStore } from '../support/store.ts';

const db = await openTestStore({ users: { fields: { name: { type: 'text' } } } });
afterAll(() => db.close());

const settings = { columns: ['name'] } as never;
const create = (id: string, name: string, roles: string[] = [], owner = 'me') =>
  createView(db.database, { id, owner, resource: 'users' }, { name, roles, people: [], settings });
const viewer = (userId: string, role = 'staff', all = false) => ({ userId, role, all });
const idsFor = async (...of: Parameters<typeof viewer>) =>
  (await listViews(db.database, viewer(...of), 'users')).map(({ id }) => id);

describe('a saved view', () => {
  test('has a unique name per owner, and changes only on its current version', async () => {
    expect(await create('one', 'First')).toMatchObject({ version: 1 });
    expect(await create('two', 'Second')).toMatchObject({ version: 1 });
    expect(await create('three', 'First')).toBe('taken');
    expect(await create('other', 'First', ['staff'], 'you')).toMatchObject({ version: 1 });
    const to = (name: string) => ({ name, roles: [], people: [], settings });

    expect(await updateView(db.database, 'one', 1, to('Second'))).toBe('taken');
    expect(await updateView(db.database, 'one', 2, to('Third'))).toBe('stale');
    expect(await updateView(db.database, 'one', 1, to('Third'))).toMatchObject({ name: 'Third' });
    expect(await updateView(db.database, 'one', 1, to('Fourth'))).toBe('stale');
    expect(await updateView(db.database, 'one', '*', to('Fourth'))).toMatchObject({ version: 3 });
    expect(await findView(db.database, viewer('me'), 'one')).toMatchObject({
      name: 'Fourth',
      version: 3,
    });
    await expect(updateView(db.database, 'one', '*', to(null as never))).rejects.toMatchObject({
      code: '23502',
    });

    expect(await removeView(db.database, 'one', 1)).toBe(false);
    expect(await removeView(db.database, 'one', 3)).toBe(true);
    expect(await removeView(db.database, 'two', '*')).toBe(true);
    expect(await removeView(db.database, 'two', '*')).toBe(false);
  });

  test('is visible to its owner, its roles, and users with all rights', async () => {
    await create('mine', 'Mine', [], 'owner');
    await create('shared', 'Also', ['editor'], 'owner');

    expect(await idsFor('owner', 'nothing')).toEqual(['shared', 'mine']);
    expect(await idsFor('x', 'editor')).toEqual(['shared']);
    expect(await idsFor('x', 'admin', true)).toEqual(['shared', 'other']);
    expect(await idsFor('x', 'nothing')).toEqual([]);
    expect(await listViews(db.database, viewer('owner'), 'papers')).toEqual([]);

    await forgetPreferences(db.database, 'owner');
    expect(await idsFor('owner', 'editor')).toEqual(['shared']);
  });

  test('is refused if its owner has too many', async () => {
    await db.database.query(
      `insert into backoffice.views (id, owner, resource, name, roles, settings)
       select 'v' || n, 'full', 'users', 'v' || n, '{}', '{}' from generate_series(2, $1) n`,
      [MAX_VIEWS],
    );

    expect(await create('last', 'last', [], 'full')).toMatchObject({ version: 1 });
    expect(await create('more', 'more', [], 'full')).toBe('tooMany');
  });
});
