import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { setPassword } from '../../src/store/system/accounts/credentials.ts';
import type { Store } from '../../src/store/store.ts';
import { emailOf, openTestApi, signIn, type TestAnswer, type TestApi } from '../support/api.ts';

let api: TestApi;

/** A second is promised; a machine that is busy with other tests may need more. */
const soon = { timeout: 5_000, interval: 50 };

/** `admin` and `dev` may do everything; most tests want one of them only. */
beforeEach(async () => {
  api = await openTestApi();
});
afterEach(() => api.close());

function change(name: string, body: object, as = 'admin'): Promise<TestAnswer> {
  const path = `/api/users/${api.userId(name)}`;
  return api.call('PATCH', path, { as, body, headers: { 'If-Match': '*' } });
}

function remove(name: string, as = 'admin'): Promise<TestAnswer> {
  return api.call('DELETE', `/api/users/${api.userId(name)}`, { as, headers: { 'If-Match': '*' } });
}

describe('the last admin', () => {
  beforeEach(async () => {
    await change('dev', { role: 'viewer' });
  });

  test.each([
    ['disabled', () => change('admin', { status: 'disabled' })],
    ['made pending', () => change('admin', { status: 'pending' })],
    ['demoted', () => change('admin', { role: 'staff' })],
    ['deleted', () => remove('admin')],
    [
      'replaced by something less',
      async () => {
        const { json } = await api.call('GET', `/api/users/${api.userId('admin')}`, {
          as: 'admin',
        });
        return api.call('PUT', '/api/users', { as: 'admin', body: { ...json, role: 'viewer' } });
      },
    ],
  ])('cannot be %s', async (_, attempt) => {
    const { status, json } = await attempt();

    expect([status, json.code]).toEqual([409, 'A009']);
    const current = await api.call('GET', '/api/users/current', { as: 'admin' });
    expect(current.json).toMatchObject({ role: 'admin', status: 'confirmed' });
  });

  it('cannot be demoted in bulk either, and the others are', async () => {
    const { status, json } = await api.call('POST', '/api/users/bulk', {
      as: 'admin',
      body: { action: 'update', where: {}, data: { role: 'viewer' } },
    });

    expect(status).toBe(200);
    expect(json).toMatchObject({ total: 4, updated: 1, unchanged: 2, failed: 1 });
    expect(json.problems).toEqual([
      expect.objectContaining({ _id: api.userId('admin'), code: 'A009' }),
    ]);
  });

  it('is a user with all rights, whatever the role is called', async () => {
    await change('staff', { role: 'dev' });

    expect((await change('admin', { role: 'staff' })).status).toBe(200);
  });

  it('cannot be a pending user', async () => {
    await api.addUser('next', 'admin', 'pending');

    expect((await change('admin', { role: 'staff' })).status).toBe(409);
  });
});

it('one admin remains when two are removed at the same moment', async () => {
  const countWaiting = async () =>
    (
      await api.database.query(
        `select from pg_stat_activity
         where wait_event_type = 'Lock' and datname = current_database()`,
      )
    ).rowCount;
  const users = api.descriptor.resources.get('users')!;
  const demote = (store: Store, name: string) =>
    store.update(users, api.userId(name), '*', { role: 'viewer' }, { userId: null });

  const [first, second] = await api.store.transaction(async (inside) => {
    const done = await demote(inside, 'admin');
    // Begun before the first is over, and so before anybody can see what it did.
    const waiting = demote(api.store, 'dev');
    await expect.poll(countWaiting).toBe(1);
    return [done, { waiting }] as const;
  });

  expect(first).toHaveProperty('record');
  expect(await second.waiting).toEqual({
    failure: 'refused',
    problems: [expect.objectContaining({ code: 'A009' })],
  });
});

describe('a user without all rights', () => {
  test.each<[string, () => Promise<TestAnswer>]>([
    [
      'make an admin',
      () =>
        api.call('POST', '/api/users', {
          as: 'staff',
          body: { name: 'x', email: 'x@y.zz', role: 'admin' },
        }),
    ],
    ['make themselves an admin', () => change('staff', { role: 'admin' }, 'staff')],
    ['demote an admin', () => change('admin', { role: 'viewer' }, 'staff')],
    [
      'take over the address of an admin',
      () => change('admin', { email: 'mine@example.org' }, 'staff'),
    ],
    ['delete an admin', () => remove('dev', 'staff')],
  ])('cannot %s', async (_, attempt) => {
    const { status, json } = await attempt();

    expect([status, json.code]).toEqual([403, 'A008']);
  });

  it('can do the same to others', async () => {
    expect((await change('viewer', { role: 'staff' }, 'staff')).status).toBe(200);
    expect((await remove('viewer', 'staff')).status).toBe(200);
  });
});

describe('a session', () => {
  const ends: [string, () => Promise<unknown>][] = [
    ['disabling the user', () => change('staff', { status: 'disabled' })],
    ['making the user pending', () => change('staff', { status: 'pending' })],
    ['deleting the user', () => remove('staff')],
    ['another password', () => setPassword(api.database, api.userId('staff'), '$argon2id$')],
    [
      'signing out',
      async () => api.call('POST', '/api/users/logout', { token: await api.tokenOf('staff') }),
    ],
  ];

  test.each(ends)('ends at once on every server by %s', async (_, end) => {
    const { json } = await signIn(api, 'staff');
    const replica = await api.openReplica();
    const token = await api.tokenOf('staff');
    const ask = (server: TestApi) => server.call('GET', '/api/users/current', { token });
    expect([(await ask(api)).status, (await ask(replica)).status]).toEqual([200, 200]);

    await end();

    const status = async (server: TestApi): Promise<number> => (await ask(server)).status;
    await expect.poll(() => status(api), soon).toBe(401);
    await expect.poll(() => status(replica), soon).toBe(401);
    const body = { email: emailOf('staff'), refreshToken: json.refreshToken };
    const refreshed = await api.call('POST', '/api/auth/refresh', { body });
    // Signing out ends the one session, the rest all of them.
    expect(refreshed.status).toBe(_ === 'signing out' ? 200 : 401);
    await replica.close();
  });

  it('ends within a second if the other server gets no notices', async () => {
    const deaf = await api.openReplica({
      database: {
        ...api.database,
        listen: () => Promise.reject(new Error('deaf')),
        close: async () => {},
      },
    });
    const token = await api.tokenOf('staff');
    await deaf.call('GET', '/api/users/current', { token });

    await change('staff', { status: 'disabled' });

    const status = async (): Promise<number> =>
      (await deaf.call('GET', '/api/users/current', { token })).status;
    await expect.poll(status, soon).toBe(401);
    await deaf.close();
  });
});

it('a session gets a new role at once, without a new sign-in', async () => {
  expect((await api.call('GET', '/api/users', { as: 'viewer' })).status).toBe(403);

  await change('viewer', { role: 'staff' });

  expect((await api.call('GET', '/api/users', { as: 'viewer' })).status).toBe(200);
});

it('a session of a disabled account stays ended after it is enabled', async () => {
  const token = await api.tokenOf('staff');
  await change('staff', { status: 'disabled' });
  await change('staff', { status: 'confirmed' });

  expect((await api.call('GET', '/api/users/current', { token })).status).toBe(401);
  expect((await signIn(api, 'staff')).status).toBe(200);
});

it('a session of a deleted user cannot be used', async () => {
  const id = api.userId('staff');
  await remove('staff');

  const { rows } = await api.database.query(
    'select 1 from backoffice.credentials where user_id = $1',
    [id],
  );
  expect(rows).toEqual([]);
  expect((await signIn(api, 'staff')).status).toBe(401);
});

it('a sign-out removes the cookie, and asks the browser to clear its storage', async () => {
  const { status, text, headers } = await api.call('POST', '/api/users/logout', { as: 'staff' });

  expect([status, text]).toEqual([204, '']);
  expect(headers.get('Set-Cookie')).toMatch(/^__Host-backoffice=; Max-Age=0; Path=\/;/);
  expect(headers.get('Clear-Site-Data')).toBe('"cache"');
});

it('a user can be created as any record, and cannot sign in yet', async () => {
  const body = { name: 'New', email: 'New@Example.org', role: 'viewer' };
  const { status, json } = await api.call('POST', '/api/users', { as: 'admin', body });

  expect(status).toBe(201);
  expect(json).toMatchObject({ email: 'new@example.org', status: 'pending', lastLoginAt: null });
});
