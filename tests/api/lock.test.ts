import { afterAll, expect, it } from 'vitest';
import { listRoutes } from '../../src/api/routes.ts';
import { openTestApi, PASSWORD, signIn, type TestAnswer } from '../support/api.ts';
import { readEvents } from '../support/event-reader.ts';

const api = await openTestApi();
const replica = await api.openReplica();
afterAll(async () => {
  await replica.close();
  await api.close();
});

async function openSession(name = 'staff'): Promise<string> {
  return (await signIn(api, name)).json.token;
}

const lock = (token: string) => api.call('POST', '/api/users/current/lock', { token });

function unlock(token: string, password: string, address?: string): Promise<TestAnswer> {
  const body = { password };
  return api.call('POST', '/api/users/current/unlock', {
    token,
    body,
    ...(address && { address }),
  });
}

it('a locked session can only be unlocked or signed out, on every server', async () => {
  const token = await openSession();
  expect((await lock(token)).status).toBe(204);

  const routes = listRoutes(api.descriptor).filter(
    ({ needs, path }) => needs !== 'nobody' && needs !== 'anyone' && !path.startsWith('/docs'),
  );
  const answers = await Promise.all(
    routes
      .filter(({ whileLocked }) => !whileLocked)
      .flatMap(({ method, path }) =>
        [api, replica].map(async (server) => {
          const { status, json } = await server.call(method, path.replace(/:\w+/g, 'none'), {
            token,
          });
          return `${status} ${json?.code}`;
        }),
      ),
  );

  expect([...new Set(answers)]).toEqual(['403 A017']);
  expect(routes.filter(({ whileLocked }) => whileLocked).map(({ path }) => path)).toEqual([
    '/api/users/logout',
    '/api/users/current/lock',
    '/api/users/current/unlock',
    '/api/users/current/proof',
    '/api/users/current/proof/passkey',
    '/api/users/current/proof/provider/start',
  ]);
});

it('a session is unlocked by the password, and other sessions are unchanged', async () => {
  const [token, elsewhere] = [await openSession(), await openSession()];
  await lock(token);
  expect((await api.call('GET', '/api/books', { token: elsewhere })).status).toBe(200);

  expect((await unlock(token, PASSWORD)).status).toBe(204);

  expect((await api.call('GET', '/api/books', { token })).status).toBe(200);
  expect((await replica.call('GET', '/api/books', { token })).status).toBe(200);
});

it('a session stays locked after a refresh of its token', async () => {
  const { token, refreshToken, user } = (await signIn(api, 'staff')).json;
  await lock(token);

  const body = { email: user.email, refreshToken };
  const fresh = await api.call('POST', '/api/auth/refresh', { body });

  expect((await api.call('GET', '/api/books', { token: fresh.json.token })).json.code).toBe('A017');
  expect((await unlock(fresh.json.token, PASSWORD)).status).toBe(204);
});

it('a wrong password counts together with those of the sign-in, and is recorded', async () => {
  const address = '198.51.100.7';
  const { token } = (await signIn(api, 'viewer', { address })).json;
  await lock(token);
  for (let time = 1; time <= 4; time += 1) {
    const { status, json } = await unlock(token, 'a guess', address);
    expect([status, json.problems]).toMatchObject([422, [{ code: 'A015', path: 'password' }]]);
  }
  const body = { email: 'viewer@example.org', password: 'a guess' };
  expect((await api.call('POST', '/api/users/login', { body, address })).status).toBe(401);

  const sixth = await unlock(token, PASSWORD, address);

  expect([sixth.status, sixth.json.code]).toEqual([429, 'A010']);
  expect((await api.call('GET', '/api/users/current', { token })).json.code).toBe('A017');
  const { json } = await api.call('GET', '/api/admin/audit?action=signInFailed', { as: 'admin' });
  const noted = json.data.filter(({ detail }: { detail: object }) => 'unlocking' in detail);
  expect(noted).toHaveLength(4);
  expect(JSON.stringify(noted)).not.toContain('a guess');
});

it('locking a session ends its event stream', async () => {
  const token = await openSession();
  const headers = { Authorization: `Bearer ${token}` };
  const request = new Request('http://localhost/api/sse/', { headers });
  const stream = readEvents(await api.api.fetch(request, { address: '127.0.0.1' }));
  await expect.poll(() => stream.events.map(({ event }) => event)).toContain('ready');

  await lock(token);

  await stream.ended;
});
