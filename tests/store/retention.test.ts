import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { retention } from '../../src/store/system/scheduled/retention.ts';
import { nobody, openTestStore, type TestStore } from '../support/store.ts';

const fields = { name: { type: 'text' }, note: { type: 'text' } };
const limited = { title: '{name}', fields, trash: { days: 10 }, history: { days: 100 } };
const resources = { limited, forever: { title: '{name}', fields } };

let db: TestStore;
beforeAll(async () => {
  db = await openTestStore(resources);
});
afterAll(() => db.close());
beforeEach(async () => {
  await db.database.query(
    'truncate limited, forever, backoffice.history, backoffice.trash, backoffice.change_sets',
  );
});

async function run(name: string, descriptor = db.descriptor): Promise<number> {
  const task = retention.find((each) => each.name === name)!;
  return await task.run({ database: db.database, store: db.store, descriptor });
}

const create = (resource: string, id: string) =>
  db.store.create(db.resource(resource), { name: 'first' }, nobody, id);
const change = (resource: string, id: string, name: string) =>
  db.store.update(db.resource(resource), id, '*', { name }, nobody);
const remove = (resource: string, ...ids: string[]) =>
  db.store.removeMany(
    db.resource(resource),
    ids.map((id) => ({ id, expected: '*' })),
    nobody,
  );
const restore = async (resource: string, id: string) =>
  (await db.store.restoreTrashed(db.resource(resource), [{ id }], nobody))[0];

/** As if that many days had passed since everything so far. */
const wait = (days: number) =>
  db.database.query(
    `with h as (update backoffice.history set at = at - make_interval(days => ${days})),
       c as (update backoffice.change_sets set at = at - make_interval(days => ${days}))
     update backoffice.trash set at = at - make_interval(days => ${days})`,
  );

const trashed = async () =>
  (await db.database.rows('select resource, record_id from backoffice.trash order by 1, 2')).map(
    ({ resource, record_id }) => `${resource} ${record_id}`,
  );

const versions = async (resource: string) =>
  (
    await db.database.rows(
      'select record_id, operation, version from backoffice.history where resource = $1 order by seq',
      [resource],
    )
  ).map(({ record_id, operation, version }) => `${record_id} ${operation} ${version}`);

describe('the trash', () => {
  test('lets go of records after as many days as their collection says', async () => {
    for (const id of ['old', 'new']) {
      await wait(9);
      for (const resource of ['limited', 'forever']) {
        await create(resource, id);
        await remove(resource, id);
      }
    }
    await wait(9);

    expect(await run('old trash')).toBe(1);
    expect(await trashed()).toEqual(['forever new', 'forever old', 'limited new']);
    expect(await run('old trash')).toBe(0);
  });

  test('is emptied by the next run once its collection keeps none', async () => {
    await create('limited', 'r');
    await remove('limited', 'r');
    const none = { resources: { ...resources, limited: { ...limited, trash: { days: 0 } } } };

    expect(await run('old trash', toDescriptor(none))).toBe(1);
  });

  test('is emptied of more than a batch', async () => {
    await db.database.query(
      `insert into backoffice.trash (resource, record_id, seq, at)
       select 'limited', 'r' || n, n, now() - interval '11 days' from generate_series(1, 5001) n`,
    );

    expect(await run('old trash')).toBe(5_001);
    expect(await trashed()).toEqual([]);
  });
});

describe('the history', () => {
  test('keeps changes as long as the collection says, and the last one of each record', async () => {
    for (const resource of ['limited', 'forever']) {
      await create(resource, 'still');
      await create(resource, 'busy');
      await change(resource, 'busy', 'second');
    }
    await wait(90);
    for (const resource of ['limited', 'forever']) await change(resource, 'busy', 'third');
    await wait(11);

    expect(await run('old history')).toBe(2);
    expect(await versions('limited')).toEqual(['still create 1', 'busy update 3']);
    expect(await versions('forever')).toHaveLength(4);
    expect(await run('old history')).toBe(0);
  });

  test('keeps no earlier values in the last changes either', async () => {
    await create('limited', 'changed');
    await change('limited', 'changed', 'second');
    await create('limited', 'gone');
    await remove('limited', 'gone');
    await wait(101);
    await run('old trash');

    expect(await run('old history')).toBe(4);
    const { rows } = await db.database.query('select h::text as row from backoffice.history h');
    expect(rows.map(({ row }) => row).join()).not.toMatch(/first|second/);
    expect(await versions('limited')).toEqual(['changed update 2', 'gone delete 2']);
  });

  test('never gives a version twice', async () => {
    await create('limited', 'r');
    await change('limited', 'r', 'second');
    await remove('limited', 'r');
    await wait(101);
    await run('old trash');
    await run('old history');

    const outcome = await create('limited', 'r');

    expect(outcome).toMatchObject({ record: { _version: 4 } });
  });

  test('keeps whole what the trash needs, even of an _id that somebody else has', async () => {
    const long = { ...resources, limited: { ...limited, trash: { days: 1_000 } } };
    const descriptor = toDescriptor({ resources: long });
    await create('limited', 'r');
    await remove('limited', 'r');
    await create('limited', 'r');
    await create('limited', 'other');
    await remove('limited', 'other');
    await wait(101);

    expect(await run('old history', descriptor)).toBe(2);
    expect(await versions('limited')).toEqual(['r delete 2', 'r create 3', 'other delete 2']);
    expect(await restore('limited', 'other')).toEqual({ id: 'other', version: 3 });
  });

  test('goes in batches, past the changes that stay', async () => {
    await db.database.query(
      `insert into backoffice.history (at, resource, record_id, operation, version, before, after)
       select now() - interval '101 days', 'limited', 'r' || (n % 5500), 'update', 1 + n / 5500, '{"name": "a"}', '{"name": "b"}'
         from generate_series(0, 10999) n order by n % 5500, n`,
    );

    expect(await run('old history')).toBe(11_000);
    expect(await versions('limited')).toHaveLength(5_500);
    expect(await run('old history')).toBe(0);
  });
});

test('change sets without changes go after two days', async () => {
  const add = (id: string) =>
    db.database.query(`insert into backoffice.change_sets (id, way) values ('${id}', 'bulk')`);
  await add('empty');
  await add('used');
  const by = { userId: null, changeSet: 'used' };
  await db.store.create(db.resource('forever'), { name: 'x' }, by, 'r');
  await wait(3);
  await add('new');

  expect(await run('empty change sets')).toBe(1);
  const left = await db.database.rows('select id from backoffice.change_sets order by id');
  expect(left.map(({ id }) => id)).toEqual(['new', 'used']);
});
