import { afterAll, beforeEach, expect, test } from 'vitest';
import { emailOf, openTestApi, PASSWORD, signIn } from '../support/api.ts';
import { readEvents } from '../support/event-reader.ts';
import { act, lastLink, nextAddress } from '../support/people.ts';

/** What is done on one server, and somebody works on another. */
let name: string;
let token: string;
let count = 0;

const api = await openTestApi();
const replica = await api.openReplica();
afterAll(async () => {
  await replica.close();
  await api.close();
});

beforeEach(async () => {
  name = `worker${(count += 1)}`;
  await api.addUser(name, 'viewer');
  token = (await signIn(api, name, { address: nextAddress() })).json.token;
});

/** What docs/people.md promises; a machine with nothing else to do needs less than a second. */
const SOON = { timeout: 5_000, interval: 20 };

const NEW = 'another fine password';
const id = () => api.userId(name);
const ifMatch = { 'If-Match': '*' };

/** The owner, at another device. */
async function elsewhere(method: string, path: string, body?: unknown) {
  const { json } = await signIn(api, name, { address: nextAddress() });
  return api.call(method, path, { token: json.token, ...(body === undefined ? {} : { body }) });
}

async function reset() {
  await api.call('POST', '/api/users/forgotpassword', {
    body: { email: emailOf(name) },
    address: nextAddress(),
  });
  const body = { ...(await lastLink(api, name)), password: NEW };
  return api.call('POST', '/api/users/resetpassword', { body, address: nextAddress() });
}

const ends: [string, () => Promise<{ status: number }>][] = [
  ['is disabled by an admin', () => act(api, 'admin', id(), 'disable')],
  [
    'is disabled in bulk',
    () =>
      api.call('POST', '/api/users/bulk', {
        as: 'admin',
        body: { action: 'update', ids: [id()], data: { status: 'disabled' } },
      }),
  ],
  ['is deleted', () => api.call('DELETE', `/api/users/${id()}`, { as: 'admin', headers: ifMatch })],
  ['has the password reset', reset],
  [
    'changes the password elsewhere',
    () => elsewhere('PUT', '/api/users/current', { currentPassword: PASSWORD, password: NEW }),
  ],
  ['ends all other sessions elsewhere', () => elsewhere('DELETE', '/api/users/current/sessions')],
  ['signs out', () => api.call('POST', '/api/users/logout', { token })],
];

async function listen() {
  const request = new Request('http://localhost/api/sse/', {
    headers: { Authorization: `Bearer ${token}` },
  });
  const reader = readEvents(await replica.api.fetch(request, { address: '127.0.0.1' }));
  await expect.poll(() => reader.events.length).toBeGreaterThan(0);
  return reader;
}

const asked = async () => (await replica.call('GET', '/api/users/current', { token })).status;

test.each(ends)(
  'a user who %s is signed out within five seconds on every server, including streams',
  async (_, end) => {
    const stream = await listen();
    expect(await asked()).toBe(200);

    const { status } = await end();
    const since = performance.now();
    await stream.ended;
    const streamTook = performance.now() - since;

    expect(status).toBeLessThan(300);
    await expect.poll(asked, SOON).toBe(401);
    expect(streamTook).toBeLessThan(SOON.timeout);
  },
);

test('a new role applies within five seconds on every server, and streams restart', async () => {
  const stream = await listen();
  const may = async () => (await replica.call('GET', '/api/ledgers', { token })).status;
  expect(await may()).toBe(403);

  await act(api, 'admin', id(), 'role', { role: 'staff' });

  await stream.ended;
  await expect.poll(may, SOON).toBe(200);
  await act(api, 'admin', id(), 'role', { role: 'viewer' });
  await expect.poll(may, SOON).toBe(403);
});

test('ending a session from another device ends its stream, and no other', async () => {
  const stream = await listen();
  const own = await signIn(api, name, { address: nextAddress() });
  const { json } = await api.call('GET', '/api/users/current/sessions', {
    token: own.json.token,
  });
  const other = json.data.find(({ current }: { current: boolean }) => !current);

  const path = `/api/users/current/sessions/${other.id}`;
  const { status } = await api.call('DELETE', path, { token: own.json.token });

  await stream.ended;
  expect(status).toBe(204);
  await expect.poll(asked, SOON).toBe(401);
  expect((await replica.call('GET', '/api/users/current', { token: own.json.token })).status).toBe(
    200,
  );
});

test.each<[string, () => Promise<{ status: number }>]>([
  ['being disabled', () => act(api, 'admin', id(), 'disable')],
  [
    'another password',
    () =>
      api.call('PUT', '/api/users/current', {
        token,
        body: { currentPassword: PASSWORD, password: NEW },
      }),
  ],
])('signing in at the moment of %s leaves no session behind', async (_, end) => {
  const entering = Array.from({ length: 8 }, () =>
    signIn(replica, name, { address: nextAddress() }),
  );
  const [ended, ...entered] = await Promise.all([end(), ...entering]);

  const { rows } = await api.database.query<{ id: string }>(
    'select id from backoffice.sessions where user_id = $1 and ended_at is null',
    [id()],
  );
  expect(ended.status).toBe(200);
  for (const { status } of entered) expect([200, 401, 403]).toContain(status);
  // Who came in before is out; who came in after the password was changed had the wrong one.
  expect(rows.length).toBe(_ === 'being disabled' ? 0 : 1);
});

test('streams tell when the server may have missed news, so that their clients read them again', async () => {
  const stream = await listen();

  await api.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and (query like 'listen %' or query = 'select 1')`,
  );

  const told = () => stream.events.map(({ event }) => event);
  await expect.poll(told).toContain('missed');
});
