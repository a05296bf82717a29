import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { createStore } from '../../src/store/records/create-store.ts';
import type { Actor, ManyOutcome, ManyWrite } from '../../src/store/store.ts';
import type { TrashOptions, TrashRestore } from '../../src/store/trash-options.ts';
import { nobody, openTestStore } from '../support/store.ts';
import { shapes } from '../support/shapes.ts';

const db = await openTestStore(shapes);
afterAll(() => db.close());
beforeEach(async () => {
  await db.database.query('truncate things, owners, backoffice.history, backoffice.trash cascade');
});

const owner = (id: string, values: object = {}): ManyWrite => ({
  id,
  values: { name: id, ...values },
});
const thing = (id: string, values: object = {}): ManyWrite => ({
  id,
  values: { code: id, ...values },
});
const ann: Actor = { userId: 'ann', way: 'restore', changeSet: 'set-1' };

async function write(resource: string, ...writes: ManyWrite[]): Promise<void> {
  const outcomes = await db.store.writeMany(db.resource(resource), writes, nobody);
  expect(outcomes.filter((outcome) => 'failure' in outcome)).toEqual([]);
}

async function remove(resource: string, ...ids: string[]): Promise<void> {
  const removals = ids.map((id) => ({ id, expected: '*' as const }));
  const outcomes = await db.store.removeMany(db.resource(resource), removals, nobody);
  expect(outcomes.filter((outcome) => 'failure' in outcome)).toEqual([]);
}

async function restore(
  resource: string,
  asked: readonly (string | TrashRestore)[],
  options?: TrashOptions,
): Promise<string[]> {
  const restores = asked.map((each) => (typeof each === 'string' ? { id: each } : each));
  const target = db.resource(resource);
  return (await db.store.restoreTrashed(target, restores, ann, options)).map(say);
}

function say(outcome: ManyOutcome): string {
  if (!('failure' in outcome)) return `${outcome.id} ${outcome.version}`;
  const problems = 'problems' in outcome ? outcome.problems : [];
  return [outcome.failure, ...problems.map(({ code, path }) => `${code} ${path}`)].join(' ');
}

async function read(resource: string, id: string) {
  const found = await db.store.get(db.resource(resource), id);
  return found && JSON.parse(found.json);
}

const trashed = () =>
  db.database.rows('select resource, record_id from backoffice.trash order by record_id');

describe('a restored record', () => {
  test('has its values, its _id and its creation stamps', async () => {
    await write('owners', owner('o1'));
    const whole = {
      label: 'L',
      story: 'S',
      count: 3,
      weight: 0.5,
      done: true,
      day: '2024-02-29',
      at: '2024-02-29T10:00:00.000Z',
      level: 2,
      sizes: [10, 30],
      words: ['a', 'b'],
      owner: 'o1',
      helpers: ['o1'],
      box: { name: 'n', size: 1, price: '1.50', full: false, day: '2024-01-01' },
      extra: { deep: [1] },
    };
    await write('things', thing('t1', whole));
    const before = await read('things', 't1');
    await remove('things', 't1');

    const outcomes = await restore('things', ['t1']);

    const after = await read('things', 't1');
    expect(outcomes).toEqual(['t1 3']);
    expect(after).toEqual({
      ...before,
      _version: 3,
      updatedAt: expect.any(String),
      updatedBy: 'ann',
    });
    expect(after.updatedAt >= before.updatedAt).toBe(true);
  });

  test('leaves the trash, and is in the history', async () => {
    await write('owners', owner('o1'), owner('o2'));
    await remove('owners', 'o1');

    await restore('owners', ['o1']);

    expect(await trashed()).toEqual([]);
    const columns = "concat_ws(' ', by, operation, version, way, change_set)";
    const last = `select ${columns} from backoffice.history order by seq desc limit 1`;
    expect(await db.database.value(last)).toBe('ann create 3 restore set-1');
  });

  test('can refer to another of the same call, in any order and in circles', async () => {
    await write('owners', owner('o1'), owner('o2', { boss: 'o1' }));
    await db.store.update(db.resource('owners'), 'o1', '*', { boss: 'o2' }, nobody);
    await remove('owners', 'o1', 'o2');

    expect(await restore('owners', ['o2', 'o1'])).toEqual(['o2 3', 'o1 4']);
  });

  test('takes the values of the call in place of its own', async () => {
    await write('things', thing('t1', { label: 'old', count: 1 }));
    await remove('things', 't1');

    await restore('things', [{ id: 't1', values: { label: 'new' } }]);

    expect(await read('things', 't1')).toMatchObject({ label: 'new', count: 1 });
  });

  test('gets the defaults of new fields, and loses dropped fields', async () => {
    await write('owners', owner('o1'));
    await remove('owners', 'o1');
    await db.database.query(
      `update backoffice.history set before = before - 'boss' || '{"dropped": "x"}' where before is not null`,
    );
    const fields = { ...shapes.owners.fields, name: { type: 'text', default: 'somebody' } };
    const today = toDescriptor({ resources: { ...shapes, owners: { title: '{name}', fields } } });
    await db.database.query(`update backoffice.history set before = before - 'name'`);
    const store = createStore(db.database, () => today);

    const [outcome] = await store.restoreTrashed(
      today.resources.get('owners')!,
      [{ id: 'o1' }],
      ann,
    );

    expect(say(outcome!)).toBe('o1 3');
    expect(await read('owners', 'o1')).toMatchObject({ name: 'somebody', boss: null });
  });
});

describe('a record that cannot be restored', () => {
  test('is not in the trash, or named twice', async () => {
    await write('owners', owner('o1'), owner('o2'));
    await remove('owners', 'o1');

    expect(await restore('owners', ['o1', 'o1', 'o2', 'nowhere'])).toEqual([
      'o1 3',
      'refused S019 ',
      'refused S019 ',
      'refused S019 ',
    ]);
  });

  test('reports taken values and _ids, and does not block others', async () => {
    await write('things', thing('t1', { code: 'A' }), thing('t2'), thing('t3'));
    await remove('things', 't1', 't2', 't3');
    await write('things', thing('other', { code: 'A' }), thing('t2', { code: 'B' }));

    const asked = ['t1', 't2', 't3'];
    const outcomes = await restore('things', asked);

    expect(outcomes).toEqual(['duplicate 11000 code', 'duplicate 11000 _id', 't3 3']);
    expect(await trashed()).toHaveLength(2);
  });

  test('refers to deleted records, unless such references can be cleared', async () => {
    await write('owners', owner('o1'), owner('o2'));
    await write('things', thing('t1', { owner: 'o1', helpers: ['o1', 'o2'] }));
    await remove('things', 't1');
    await remove('owners', 'o1');

    const refused = await restore('things', ['t1']);
    const cleared = await restore('things', ['t1'], { clear: ['owner', 'helpers'] });

    expect(refused).toEqual(['invalid V014 owner V014 helpers.0']);
    expect(cleared).toEqual(['t1 3']);
    expect(await read('things', 't1')).toMatchObject({ owner: null, helpers: ['o2'] });
  });

  test('lacks a required value that was erased, and can be given another', async () => {
    await write('things', thing('t1', { label: 'L' }));
    await remove('things', 't1');
    await db.database.query(
      `update backoffice.history set before = before || '{"code": null, "label": null}', erased = '{code,label}'
        where before is not null`,
    );

    expect(await restore('things', ['t1'])).toEqual(['invalid S018 code']);
    expect(await restore('things', [{ id: 't1', values: { code: 'C' } }])).toEqual(['t1 3']);
    expect(await read('things', 't1')).toMatchObject({ code: 'C', label: null });
  });
});

test('a record is no longer in the trash for the second of two users who restore it at once', async () => {
  await write('owners', owner('o1'));
  await remove('owners', 'o1');

  const { first, second } = await db.store.transaction(async (store) => {
    const outcomes = await store.restoreTrashed(db.resource('owners'), [{ id: 'o1' }], ann);
    const other = restore('owners', ['o1']);
    const waiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await vi.waitUntil(() => db.database.some(waiting));
    return { first: outcomes.map(say), second: [other] };
  });

  expect([first, await second[0]]).toEqual([['o1 3'], ['refused S019 ']]);
});

test('a restored record is rolled back with the transaction of the restore', async () => {
  await write('owners', owner('o1'));
  await remove('owners', 'o1');

  const failing = db.store.transaction(async (store) => {
    await store.restoreTrashed(db.resource('owners'), [{ id: 'o1' }], ann);
    throw new Error('no');
  });

  await expect(failing).rejects.toThrow('no');
  expect(await read('owners', 'o1')).toBeUndefined();
  expect(await trashed()).toHaveLength(1);
});

test('a thousand records are restored at once', async () => {
  const ids = Array.from({ length: 1_000 }, (_, at) => `o${at}`);
  await write('owners', ...ids.map((id) => owner(id)));
  await remove('owners', ...ids);
  expect(await restore('owners', ids)).toEqual(ids.map((id) => `${id} 3`));
});
