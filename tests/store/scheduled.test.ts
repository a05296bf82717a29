import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  purges,
  runDueTasks,
  type ScheduledTask,
} from '../../src/store/system/scheduled/run-due-tasks.ts';
import { scheduledHooks } from '../../src/store/system/hooks/scheduled-hooks.ts';
import { openTestStore } from '../support/store.ts';

const troubles: object[] = [];
const log = { info() {}, error: (fields: object) => void troubles.push(fields) };

const store = await openTestStore({});
const parts = store;
beforeEach(async () => {
  await store.database.query('delete from backoffice.upkeep');
  troubles.length = 0;
});
afterAll(() => store.close());

describe('a recurring task', () => {
  test('runs once when it is due, for any number of servers', async () => {
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

  test('that fails does not block others', async () => {
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

describe('a task that failed', () => {
  test('runs again after ten minutes, even if it is not due', async () => {
    let done = 0;
    const run = () => (++done === 1 ? Promise.reject(new Error('no')) : Promise.resolve(1));
    const task: ScheduledTask = { name: 't', everyMinutes: 60, run };
    const pass = (minutes: number) =>
      store.database.query(
        `update backoffice.upkeep set begun_at = begun_at - make_interval(mins => $1::int),
         retry_at = retry_at - make_interval(mins => $1::int)`,
        [minutes],
      );

    await runDueTasks([task], parts, log);
    await pass(9);
    await runDueTasks([task], parts, log);
    expect(done).toBe(1);
    await pass(2);
    await runDueTasks([task], parts, log);
    await pass(11);
    await runDueTasks([task], parts, log);

    expect(done).toBe(2);
  });
});

describe('a task with a time of day', () => {
  test.each([
    ['an hour ago', -1, 'Europe/Berlin', 1],
    ['an hour ago', -1, 'UTC', 1],
    ['in an hour', 1, 'Asia/Kathmandu', 0],
  ])('that was %s runs once since then (%i h, %s)', async (_, hours, timeZone, expected) => {
    const dailyAt = await store.database.value<string>(
      `select to_char((now() at time zone $1) + make_interval(hours => $2::int), 'HH24:MI')`,
      [timeZone, hours],
    );
    let done = 0;
    const task: ScheduledTask = { name: 't', dailyAt, timeZone, run: async () => ++done };

    await runDueTasks([task], parts, log);
    expect(done).toBe(0);
    await store.database.query(
      `update backoffice.upkeep set begun_at = now() - interval '20 hours'`,
    );
    await Promise.all(Array.from({ length: 4 }, () => runDueTasks([task], parts, log)));

    expect(done).toBe(expected);
  });
});

test('hooks on a schedule run as tasks, with the resources they name', async () => {
  const told: unknown[] = [];
  const tasks = scheduledHooks([
    {
      name: 'nightly',
      every: '2h',
      run: async ({ store: all, resource, by, sql }) => {
        told.push(by.way, typeof all.list, await sql.value('select 1'));
        resource('nothing');
      },
    },
    { resource: 'nothing' },
  ]);

  await runDueTasks(tasks, parts, log);

  expect(tasks).toMatchObject([{ name: 'hook nightly', everyMinutes: 120 }]);
  expect(told).toEqual(['system', 'function', 1]);
  expect(troubles).toMatchObject([
    { err: { cause: { message: 'The descriptor does not declare nothing' } } },
  ]);
});

test('expired data is deleted, and nothing else', async () => {
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
