import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { nobody, recordOf } from '../support/store.ts';
import { openThings } from '../support/things.ts';

const db = await openThings();
afterAll(() => db.close());

const sent = vi.spyOn(pg.Client.prototype, 'query');

test('the history shows who changed what, with old and new values', async () => {
  const { _id } = recordOf(
    await db.store.create(
      db.resource('things'),
      { code: 'told', helpers: ['o1'] },
      { userId: 'u1' },
    ),
  );
  await db.store.update(
    db.resource('things'),
    _id,
    '*',
    { code: 'told', label: 'x', helpers: ['o2'], count: null },
    { userId: 'u2' },
  );
  await db.store.update(db.resource('things'), _id, '*', { label: 'y' }, { userId: null });
  await db.store.remove(db.resource('things'), _id, '*', { userId: 'u3' });

  expect(await db.history(_id)).toMatchObject([
    {
      operation: 'create',
      version: 1,
      by: 'u1',
      before: null,
      after: { code: 'told', helpers: ['o1'] },
    },
    {
      operation: 'update',
      version: 2,
      by: 'u2',
      before: { label: null, helpers: ['o1'] },
      after: { label: 'x', helpers: ['o2'] },
    },
    { operation: 'update', version: 3, by: null, before: { label: 'x' }, after: { label: 'y' } },
    {
      operation: 'delete',
      version: 4,
      by: 'u3',
      before: { code: 'told', label: 'y' },
      after: null,
    },
  ]);
  expect(Object.keys((await db.history(_id))[1].before).sort()).toEqual(['helpers', 'label']);
});

test('versions of an _id are never reused: a restored record continues after the last one', async () => {
  const { store, resource } = db;
  const things = resource('things');
  await store.create(things, { code: 'twice' }, nobody, 'back');
  await store.update(things, 'back', 1, { label: 'y' }, nobody);
  await store.remove(things, 'back', 2, nobody);
  const again = recordOf(await store.create(things, { code: 'twice' }, nobody, 'back'));
  await store.remove(things, 'back', '*', nobody);
  const [many] = await store.writeMany(things, [{ id: 'back', values: { code: 'third' } }], nobody);

  const late = await store.update(things, 'back', 1, { label: 'z' }, nobody);

  expect(again._version).toBe(4);
  expect(many).toEqual({ id: 'back', version: 6 });
  expect((await db.stored('back'))._version).toBe(6);
  expect(late).toMatchObject({ failure: 'stale' });
  expect((await db.history('back')).map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6]);
});

test.each([
  ['create', () => db.make({ label: 'x', helpers: ['o1', 'o2'], owner: 'o1' })],
  [
    'update',
    async () =>
      void (await db.store.update(
        db.resource('things'),
        'w',
        '*',
        { label: String(Math.random()), helpers: ['o2'] },
        nobody,
      )),
  ],
  ['remove', async () => void (await db.store.remove(db.resource('things'), 'w', '*', nobody))],
  ['get', () => db.stored('w')],
])('%s is one statement', async (_, run) => {
  await db.store.create(db.resource('things'), { code: `w${Math.random()}` }, nobody, 'w');
  sent.mockClear();

  await run();

  expect(sent).toHaveBeenCalledTimes(1);
});
