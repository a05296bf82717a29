import { afterAll, expect, test } from 'vitest';
import type { DescriptorSource } from '../../src/descriptor/settings/descriptor-settings.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { idleMinutesByRole, sessionPolicy } from '../../src/descriptor/settings/session-policy.ts';
import { emailOf, openTestApi, signIn } from '../support/api.ts';
import { librarySource } from '../support/library.ts';
import { allMailsTo } from '../support/people.ts';

const source = structuredClone(librarySource) as DescriptorSource & {
  app: object;
  roles: Record<string, object>;
};
source.app = { ...source.app, sessions: { idleMinutes: 600 } };
source.roles['staff'] = { ...source.roles['staff'], sessions: { idleMinutes: 30, most: 2 } };
const descriptor = toDescriptor(source);

const api = await openTestApi({ descriptor: () => descriptor });
afterAll(() => api.close());

const user = (token: string, headers = {}) =>
  api.call('GET', '/api/users/current', { token, headers });

const refresh = (name: string, refreshToken: string, headers = {}) =>
  api.call('POST', '/api/auth/refresh', { body: { email: emailOf(name), refreshToken }, headers });

/** So many minutes go by without use for the sessions of somebody. */
async function idle(name: string, minutes: number): Promise<void> {
  await api.database.query(
    `with aged as (
       update backoffice.sessions set used_at = used_at - make_interval(mins => $2) where user_id = $1 returning user_id)
     select pg_notify('backoffice_sessions', user_id) from aged`,
    [api.userId(name), minutes],
  );
}

const usedAgo = (name: string) =>
  api.database.value<number>(
    `select round(extract(epoch from now() - max(used_at)) / 60)::int from backoffice.sessions where user_id = $1`,
    [api.userId(name)],
  );

test('the strictest setting of installation, app and role applies', () => {
  expect(sessionPolicy(descriptor, 'staff')).toEqual({ idleMinutes: 30, most: 2 });
  expect(sessionPolicy(descriptor, 'viewer')).toEqual({ idleMinutes: 600, most: 100 });
  expect(sessionPolicy(toDescriptor(librarySource), 'staff', 2).idleMinutes).toBe(2_880);
  expect(idleMinutesByRole(descriptor)).toMatchObject({ '': 600, staff: 30 });
});

test('an unused session ends after the time of its role, at use and at refresh', async () => {
  await api.addUser('ida', 'staff');
  await api.addUser('vera', 'viewer');
  const [ida, vera] = [(await signIn(api, 'ida')).json, (await signIn(api, 'vera')).json];
  await idle('ida', 31);
  await idle('vera', 31);
  const server = await api.openReplica();

  const ended = await server.call('GET', '/api/users/current', { token: ida.token });

  expect([ended.status, ended.json.code]).toEqual([401, 'A049']);
  expect(ended.json.detail).toBe(
    'The session was ended because nobody used it for 30 minutes; sign in again',
  );
  expect((await refresh('ida', ida.refreshToken)).json.code).toBe('A049');
  expect((await server.call('GET', '/api/users/current', { token: vera.token })).status).toBe(200);
  await server.close();
});

test('calls and refreshes keep a session open, unless a page makes them on its own', async () => {
  await api.addUser('udo', 'staff');
  const { token, refreshToken } = (await signIn(api, 'udo')).json;
  const background = { Background: '1' };
  await idle('udo', 20);
  const server = await api.openReplica();
  const call = (headers = {}) => server.call('GET', '/api/users/current', { token, headers });

  await call(background);
  await refresh('udo', refreshToken, background);
  expect(await usedAgo('udo')).toBe(20);
  await call();
  expect(await usedAgo('udo')).toBe(0);
  await idle('udo', 20);
  await refresh('udo', refreshToken);
  expect(await usedAgo('udo')).toBe(0);
  await server.close();
});

test('one sign-in too many ends the session used longest ago, and its next call gives the reason', async () => {
  await api.addUser('max', 'staff');
  const [first, second] = [(await signIn(api, 'max')).json, (await signIn(api, 'max')).json];
  await idle('max', 3);
  await refresh('max', first.refreshToken);

  const third = (await signIn(api, 'max')).json;

  const server = await api.openReplica();
  const ended = await server.call('GET', '/api/users/current', { token: second.token });
  expect([ended.status, ended.json.code, ended.json.problems[0].params]).toEqual([
    401,
    'A048',
    { max: 2 },
  ]);
  for (const { token } of [first, third]) expect((await user(token)).status).toBe(200);
  await server.close();
});

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5) Version/18.5 Mobile/15E148 Safari/604.1';

test('a sign-in on a new device is mailed to the owner, and no other', async () => {
  await api.addUser('nora', 'staff');
  const enter = (agent: string, address: string, headers = {}) =>
    signIn(api, 'nora', { address, headers: { 'User-Agent': agent, ...headers } });
  const browser = { 'Sec-Fetch-Site': 'same-origin' };
  const first = await enter(firefox, '192.0.2.7', browser);
  const cookies = first.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const sent = async () => (await allMailsTo(api, emailOf('nora'))).map(({ data }) => data.address);

  await enter(firefox.replaceAll('140', '141'), '192.0.2.99');
  await enter(safari, '198.51.100.1', { ...browser, Cookie: cookies });
  expect(await sent()).toEqual([]);
  await enter(firefox, '203.0.113.5');
  await enter(safari, '192.0.2.7');
  await enter(safari, '192.0.2.8');
  expect(await sent()).toEqual(['203.0.113.5', '192.0.2.7']);
});

test('an installation can switch these mails off', async () => {
  const quiet = structuredClone(source);
  quiet.app = { sessions: { newDeviceMail: false } };
  const silent = await api.openReplica({ descriptor: () => toDescriptor(quiet) });
  await api.addUser('otto', 'staff');
  const agents = [firefox, safari];
  for (const agent of agents) await signIn(silent, 'otto', { headers: { 'User-Agent': agent } });

  expect(await allMailsTo(api, emailOf('otto'))).toEqual([]);
  const [last] = await api.database.rows<{ detail: object }>(
    `select detail from backoffice.audit where actor = $1 order by seq desc limit 1`,
    [api.userId('otto')],
  );
  expect(last!.detail).toEqual({ newDevice: true });
  await silent.close();
});
