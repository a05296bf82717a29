import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openHookCalls } from '../../src/hosts/open/open-hook-calls.ts';
import { callDueHook, type CallParts } from '../../src/store/system/hooks/call-after-commit.ts';
import { createHooks } from '../../src/store/system/hooks/create-hooks.ts';
import type { CommittedBatch, HookCode } from '../../src/store/system/hooks/hook-code.ts';
import { nobody, openTestStore, recordOf, type TestStore } from '../support/store.ts';

let db: TestStore;
let parts: CallParts;
const calls: CommittedBatch[] = [];
const errors: object[] = [];
let respond: (call: CommittedBatch) => unknown;

const run = async (call: CommittedBatch): Promise<void> => {
  calls.push(call);
  await respond(call);
};
const hooks: readonly HookCode[] = [
  {
    resource: 'parts',
    name: 'sync',
    before: {
      update: ({ records }) =>
        records
          .filter(({ values }) => values['name'] === 'bad')
          .map(({ id }) => ({ id, problems: [{ code: 'V001', path: 'name', message: 'no' }] })),
    },
    afterCommit: { create: run, update: run, delete: run },
  },
];

beforeAll(async () => {
  const fields = { name: { type: 'text' }, count: { type: 'number' } };
  db = await openTestStore({ parts: { fields } }, { hooksOf: createHooks(() => ({ hooks })) });
  const log = { warn() {}, error: (about: object) => void errors.push(about) };
  const { database, store, descriptor } = db;
  parts = { database, store, descriptor, hooks, log };
});
afterAll(() => db.close());
beforeEach(async () => {
  await db.database.query('delete from backoffice.hook_calls; delete from parts');
  calls.length = 0;
  errors.length = 0;
  respond = () => undefined;
});

const queued = () =>
  db.database.rows('select state, attempts, error from backoffice.hook_calls order by id');
const beDue = () =>
  db.database.query(`update backoffice.hook_calls set due_at = now() - interval '1 second'`);

describe('a hook after the commit', () => {
  test('gets the current records, with the changes of the write', async () => {
    const resource = db.resource('parts');
    const by = { userId: 'u1', way: 'grid' } as const;
    const { _id } = recordOf(await db.store.create(resource, { name: 'a' }, by));
    await db.store.update(resource, _id, '*', { name: 'b', count: null }, by);
    await db.store.remove(resource, _id, '*', by);
    while (await callDueHook(parts));

    expect(calls.map(({ records, by: who }) => ({ ...records[0], ...who }))).toEqual([
      { id: _id, version: 1, changed: [], ...by },
      { id: _id, version: 2, changed: ['name'], ...by },
      { id: _id, version: 2, changed: [], ...by },
    ]);
    expect(await queued()).toEqual([]);
  });

  test('is called once for a batch', async () => {
    const writes = ['1', '2', '3'].map((id) => ({ id, values: { name: id } }));
    await db.store.writeMany(db.resource('parts'), writes, nobody);

    await callDueHook(parts);

    const names = calls.map(({ records }) => records.map(({ record }) => record?.['name']));
    expect(names).toEqual([['1', '2', '3']]);
    expect(await callDueHook(parts)).toBe(false);
  });

  test('is not called for a refused or rolled back write', async () => {
    const resource = db.resource('parts');
    const { _id } = recordOf(await db.store.create(resource, { name: 'a' }, nobody));
    await callDueHook(parts);

    await db.store.update(resource, _id, '*', { name: 'bad' }, nobody);
    const undone = db.store.transaction(async (store) => {
      await store.update(resource, _id, '*', { name: 'good' }, nobody);
      throw new Error('no');
    });

    await expect(undone).rejects.toThrow('no');
    expect(await queued()).toEqual([]);
  });

  test('that fails is called again later, with the same key', async () => {
    respond = ({ attempt }) => attempt < 3 && Promise.reject(new Error('out of order'));
    await db.store.create(db.resource('parts'), { name: 'a' }, nobody);

    await callDueHook(parts);
    const isEarly = await callDueHook(parts);
    const [waiting] = await queued();
    await beDue();
    await callDueHook(parts);
    await beDue();
    await callDueHook(parts);

    expect(isEarly).toBe(false);
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 1 });
    expect(calls.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
    expect(errors).toMatchObject([
      { hook: 'sync', attempt: 1, err: { cause: { message: 'out of order' } } },
      { hook: 'sync', attempt: 2 },
    ]);
    expect(await queued()).toEqual([]);
  });

  test('is abandoned after two days', async () => {
    respond = () => Promise.reject(new Error('gone'));
    await db.store.create(db.resource('parts'), { name: 'a' }, nobody);
    await db.database.query(
      `update backoffice.hook_calls set created_at = now() - interval '49 hours'`,
    );

    await callDueHook(parts);
    await beDue();

    expect(await callDueHook(parts)).toBe(false);
    expect(await queued()).toMatchObject([{ state: 'parked', attempts: 1 }]);
  });

  test('is called by one of several servers', async () => {
    await db.store.create(db.resource('parts'), { name: 'a' }, nobody);

    const taken = await Promise.all(Array.from({ length: 6 }, () => callDueHook(parts)));

    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(calls).toHaveLength(1);
  });

  test('is called by the server as soon as the write is committed', async () => {
    const live = { current: () => db.descriptor } as never;
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const stop = await openHookCalls({ live, ...db }, log, () => hooks);

    await db.store.create(db.resource('parts'), { name: 'a' }, nobody);

    await expect.poll(() => calls.length).toBe(1);
    await stop();
    await db.store.create(db.resource('parts'), { name: 'b' }, nobody);
    expect(calls).toHaveLength(1);
  });

  test('that changes its own records ends', async () => {
    const resource = db.resource('parts');
    respond = async ({ records, store, by }) => {
      const [{ id, record } = { id: '' }] = records;
      await store.update(resource, id, '*', { count: Number(record?.['count'] ?? 0) + 1 }, by);
    };
    await db.store.create(resource, { name: 'a' }, nobody);

    while (await callDueHook(parts));

    expect(calls.length).toBeLessThan(10);
    expect(errors).toHaveLength(1);
  });
});
