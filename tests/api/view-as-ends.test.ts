import { afterAll, expect, test } from 'vitest';
import { VIEW_SECONDS } from '../../src/store/system/accounts/view-sessions.ts';
import { openTestApi, signIn, type TestAnswer } from '../support/api.ts';
import { openSessionOf } from '../support/open-session.ts';
import { readEvents } from '../support/event-reader.ts';

let now = Date.now();
const api = await openTestApi({ clock: () => now });
afterAll(() => api.close());

const path = '/api/users/current/view-as';

/** The token of a view session of a session of its own. */
async function view(body: object, own?: string): Promise<{ own: string; token: string }> {
  const mine = own ?? ((await signIn(api, 'admin')).json.token as string);
  const { json } = await api.call('POST', path, { token: mine, body });
  return { own: mine, token: json.token };
}

const who = (token: string) => api.call('GET', '/api/users/current', { token });
const codeOf = ({ status, json }: TestAnswer) => [status, json?.code];

test('a view ends with the session it began in', async () => {
  const { own: mine, token } = await view({ role: 'staff' });

  await api.call('POST', '/api/users/logout', { token: mine });

  expect((await who(token)).status).toBe(401);
});

test('a view is locked with the session it began in', async () => {
  const { own: mine, token } = await view({ role: 'staff' });

  await api.call('POST', '/api/users/current/lock', { token: mine });

  expect(codeOf(await who(token))).toEqual([403, 'A017']);
});

test('the own session ends all views that it has opened', async () => {
  const { own: mine, token } = await view({ role: 'staff' });

  expect((await api.call('DELETE', path, { token: mine })).status).toBe(204);

  expect((await who(token)).status).toBe(401);
  expect((await who(mine)).status).toBe(200);
});

test('a view ends when its viewer may no longer do everything', async () => {
  await api.addUser('boss', 'admin');
  const mine = await openSessionOf(api, 'boss');
  const { token } = await view({ role: 'staff' }, mine);
  expect((await who(token)).status).toBe(200);

  const changed = await api.call('PUT', `/api/admin/user/${api.userId('boss')}/role`, {
    token: (await signIn(api, 'admin')).json.token,
    body: { role: 'staff' },
  });

  expect(changed.status).toBe(200);
  expect((await who(token)).status).toBe(401);
});

test('a view of a person ends when the person is disabled', async () => {
  await api.addUser('leaver', 'staff');
  const { own: mine, token } = await view({ user: api.userId('leaver') });
  expect((await who(token)).status).toBe(200);

  await api.call('PUT', `/api/admin/user/${api.userId('leaver')}/disable`, { token: mine });

  expect((await who(token)).status).toBe(401);
});

test('a view that the database knows to be over is over before its token', async () => {
  const { token } = await view({ role: 'staff' });

  await api.database.query(`update backoffice.view_sessions set expires_at = now()`);
  now += 2_000;

  expect((await who(token)).status).toBe(401);
});

test('a view gets the events of the person until it ends', async () => {
  const { token } = await view({ role: 'viewer' });
  const request = new Request('http://localhost/api/sse/', {
    headers: { Authorization: `Bearer ${token}` },
  });
  const reader = readEvents(await api.api.fetch(request, { address: '127.0.0.1' }));
  await expect.poll(() => reader.events[0]?.data).toMatchObject({ role: 'viewer' });

  await api.call('DELETE', path, { token });

  await reader.ended;
});

test('a view lasts an hour', async () => {
  const { token } = await view({ role: 'staff' });
  now += (VIEW_SECONDS - 60) * 1_000;
  expect((await who(token)).status).toBe(200);

  now += 61_000;

  expect((await who(token)).status).toBe(401);
});
