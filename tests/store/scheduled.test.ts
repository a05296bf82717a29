import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  purges,
  runDueTasks,
  type TaskParts,
  type ScheduledTask,
} from '../../src/store/system/scheduled/run-due-tasks.ts';
import { openTestStore, type TestStore } from '../support/store.ts';

let store: TestStore;
let parts: TaskParts;
const troubles: object[] = [];
const log = { info() {}, error: (fields: object) => void troubles.push(fields) };

beforeAll(async () => {
  store = await openTestStore({});
  parts = store;
});
beforeEach(async () => {
  await store.database.query('delete from backoffice.upkeep');
  troubles.length = 0;
});
afterAll(() => store.close());

describe('a task that comes again and again', () => {
  test('is done once when it is due, by however many servers', async () => {
    let done = 0;
    const task: ScheduledTask = { name: 't', everyMinutes: 60, run: async () => ++done };

    await Promise.all(Array.from({ length: 8 }, () => runDueTasks([task], parts, log)));
    expect(done).toBe(1);

    await store.database.query(
      `update backoffice.upkeep set begun_at = now() - interval '61 minutes'`,
    );
    await Promise.all(Array.from({ length: 8 }, () => runDueTasks([task], parts, log)));
    expect(done).toBe(2);
  });

  test('that fails keeps no other from being done', async () => {
    const done: string[] = [];
    const tasks: ScheduledTask[] = [
      { name: 'fails', everyMinutes: 60, run: () => Promise.reject(new Error('no')) },
      { name: 'works', everyMinutes: 60, run: async () => done.push('works') },
    ];

    await runDueTasks(tasks, parts, log);

    expect(done).toEqual(['works']);
    expect(troubles).toMatchObject([{ task: 'fails' }]);
  });
});

test('what nobody needs any more is deleted, and nothing else', async () => {
  await store.database.query(
    `insert into backoffice.outbox (id, kind, to_address, language, data, state, ended_at, token, good_until)
     select name, 'approved', 'x@example.org', 'en', '{}', state, now() - ended, name, now() - link
     from (values
       ('sent long ago', 'sent', interval '31 days', interval '1 day'),
       ('sent', 'sent', interval '29 days', null),
       ('parked long ago', 'parked', interval '91 days', null),
       ('parked', 'parked', interval '89 days', interval '1 day'),
       ('parked with a link', 'parked', interval '1 hour', interval '-1 hour'),
       ('waiting long', 'waiting', null, null)) v (name, state, ended, link)`,
  );
  await store.database.query(
    `insert into backoffice.sessions (id, user_id, refresh_hash, expires_at, ended_at)
     select name, 'u', name::bytea, now() + expires, now() + ended from (values
       ('ended long ago', interval '1 day', interval '-31 days'),
       ('expired long ago', interval '-31 days', null),
       ('ended', interval '1 day', interval '-29 days'),
       ('open', interval '1 day', null)) v (name, expires, ended)`,
  );
  await store.database.query(
    `insert into backoffice.attempts (key, count, free_at, forget_at)
     values ('old', 1, now(), now() - interval '1 second'), ('new', 1, now(), now() + interval '1 hour')`,
  );

  await runDueTasks(purges, parts, log);

  expect(troubles).toEqual([]);
  const idsOf = async (question: string) =>
    (await store.database.query<{ id: string }>(question)).rows.map(({ id }) => id);
  expect(await idsOf('select id from backoffice.outbox order by id')).toEqual([
    'parked',
    'parked with a link',
    'sent',
    'waiting long',
  ]);
  expect(
    await idsOf('select id from backoffice.outbox where token is not null order by id'),
  ).toEqual(['parked with a link', 'sent', 'waiting long']);
  expect(await idsOf('select id from backoffice.sessions order by id')).toEqual(['ended', 'open']);
  expect(await idsOf('select key as id from backoffice.attempts')).toEqual(['new']);
});
