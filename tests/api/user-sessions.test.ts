import { afterAll, expect, test } from 'vitest';
import { openTestApi, signIn } from '../support/api.ts';
import { lastLink, noted } from '../support/people.ts';

const api = await openTestApi();
afterAll(() => api.close());

const path = (name: string, rest = '') => `/api/admin/user/${api.userId(name)}${rest}`;
const status = async (token: string) =>
  (await api.call('GET', '/api/users/current', { token })).json.code ?? 'open';

test('an admin sees the sessions of a user and ends one or all, without disabling the user', async () => {
  await api.addUser('ada', 'staff');
  const tokens = [];
  for (const agent of ['curl/8', 'python-requests/2', 'node'])
    tokens.push((await signIn(api, 'ada', { headers: { 'User-Agent': agent } })).json.token);
  const { json } = await api.call('GET', path('ada', '/sessions'), { as: 'admin' });
  const end = (rest: string, as = 'admin') =>
    api.call('DELETE', path('ada', `/sessions${rest}`), { as });

  expect(json.data.map(({ browser }: { browser: string }) => browser).toSorted()).toEqual([
    'Node.js',
    'Python',
    'curl',
  ]);
  expect(json.data[0]).toMatchObject({ current: false, address: '127.0.0.1' });
  const curl = json.data.find(({ browser }: { browser: string }) => browser === 'curl');
  expect((await end(`/${curl.id}`, 'staff')).status).toBe(403);
  expect((await end(`/${curl.id}`)).status).toBe(204);
  expect((await end(`/${curl.id}`)).status).toBe(404);
  expect(await status(tokens[0])).toBe('A050');
  expect(await status(tokens[1])).toBe('open');

  expect((await end('')).status).toBe(204);
  expect(await Promise.all(tokens.map(status))).toEqual(['A050', 'A050', 'A050']);
  expect((await signIn(api, 'ada')).status).toBe(200);
  const record = api.userId('ada');
  expect((await noted(api)).filter((each) => each.record === record)).toMatchObject([
    { action: 'sessionEnded', actor: api.userId('admin'), detail: { ended: curl.id } },
    { action: 'sessionsEnded', actor: api.userId('admin'), detail: { count: 2 } },
  ]);
});

test('a session is not ended by the path of another user', async () => {
  await api.addUser('bob', 'staff');
  const { token } = (await signIn(api, 'bob')).json;
  const { json } = await api.call('GET', path('bob', '/sessions'), { as: 'admin' });
  const other = path('viewer', `/sessions/${json.data[0].id}`);

  expect((await api.call('DELETE', other, { as: 'admin' })).status).toBe(404);
  expect(await status(token)).toBe('open');
});

test('an admin who ends all of their own sessions keeps the current one', async () => {
  await signIn(api, 'admin');
  await api.call('DELETE', path('admin', '/sessions'), { as: 'admin' });
  const { json } = await api.call('GET', path('admin', '/sessions'), { as: 'admin' });

  expect(json.data.map(({ current }: { current: boolean }) => current)).toEqual([true]);
});

test('an admin mails a confirmed user a link for a new password, a few times an hour', async () => {
  await api.addUser('cleo', 'staff');
  await api.addUser('dan', 'staff', 'disabled');
  const send = (name: string, as = 'admin') => api.call('POST', path(name, '/resetlink'), { as });

  expect((await send('cleo', 'staff')).status).toBe(403);
  const refused = await send('dan');
  expect([refused.status, refused.json.code]).toEqual([409, 'A016']);
  expect((await send('cleo')).status).toBe(204);
  const body = { ...(await lastLink(api, 'cleo')), password: 'another correct horse battery' };
  expect((await api.call('POST', '/api/users/resetpassword', { body })).status).toBe(204);
  await send('cleo');
  await send('cleo');
  const tooOften = await send('cleo');

  expect([tooOften.status, tooOften.json.code]).toEqual([429, 'A010']);
  const sent = (await noted(api)).filter(({ action }) => action === 'resetLinkSent');
  expect(sent.map(({ record }) => record)).toEqual(Array(3).fill(api.userId('cleo')));
});
