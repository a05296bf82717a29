import { afterAll, expect, test } from 'vitest';
import { emailOf, openTestApi, PASSWORD, signIn } from '../../support/api.ts';
import { createOidcBrowser } from '../../support/oidc-browser.ts';
import { openOidcServer } from '../../support/oidc-server.ts';

const person = (name: string, more: object = {}) => ({
  email: emailOf(name),
  email_verified: true,
  name,
  ...more,
});

const server = await openOidcServer({
  publicUrl: 'http://localhost',
  people: {
    nora: person('nora'),
    tess: person('tess'),
    staff: person('staff'),
    ada: person('ada', { email: 'Ada@Uni.Example.org' }),
  },
});
const api = await openTestApi({ oidc: [server.configuration({ admit: ['uni.example.org'] })] });
afterAll(() => Promise.all([api?.close(), server?.close()]));

const browser = () => createOidcBrowser(() => api);

test('lists the ways to sign in', async () => {
  const { json } = await api.call('GET', '/api/sign-in');

  expect(json).toEqual({
    passwords: true,
    providers: [{ name: 'keycloak', label: 'Keycloak' }],
  });
});

test('creates an account only for a newcomer who accepts the terms, once', async () => {
  const own = browser();
  const { url } = (await own.start()).json;
  const find = `select count(*)::int from "users" where "email" = $1`;
  const countAccounts = () => api.database.value(find, [emailOf('tess')]);
  const accept = (challenge: string, acceptedTerms: boolean) =>
    own.call('/api/oidc/terms', { challenge, acceptedTerms });

  const asked = await own.finish(await server.authorize(url, 'tess'), { accepts: false });
  expect([asked.status, asked.json.code]).toEqual([403, 'A054']);
  const { challenge } = asked.json;
  const refused = await accept(challenge, false);
  expect([refused.status, refused.json.problems]).toMatchObject([
    422,
    [{ code: 'V001', path: 'acceptedTerms' }],
  ]);
  expect((await accept('another', true)).status).toBe(401);
  expect(await countAccounts()).toBe(0);

  expect((await accept(challenge, true)).json.code).toBe('A004');
  expect(await countAccounts()).toBe(1);
  expect((await accept(challenge, true)).status).toBe(401);
});

test('gives a newcomer an account that waits for approval, then signs in', async () => {
  const first = await browser().signIn(server, 'nora');
  expect([first.status, first.json.code]).toEqual([403, 'A004']);
  const path = `/api/users?email=${emailOf('nora')}`;
  const [user] = (await api.call('GET', path, { as: 'admin' })).json.data;
  expect(user).toMatchObject({ name: 'nora', status: 'pending' });

  await api.call('PUT', `/api/admin/user/${user._id}/confirm`, {
    as: 'admin',
    body: { role: 'staff' },
  });
  const second = await browser().signIn(server, 'nora');

  expect(second.status).toBe(200);
  expect(second.json.user).toMatchObject({ _id: user._id, role: 'staff' });
  const own = await api.call('GET', '/api/users/current', { token: second.json.token });
  expect(own.json.email).toBe(emailOf('nora'));
});

test('admits a newcomer of a domain at once', async () => {
  const { status, json } = await browser().signIn(server, 'ada');

  expect(status).toBe(200);
  expect(json.user).toMatchObject({ email: 'ada@uni.example.org', status: 'confirmed' });
});

test('connects an existing account only by its password', async () => {
  const refused = await browser().signIn(server, 'staff');
  expect([refused.status, refused.json.code]).toEqual([403, 'A043']);
  const { challenge } = refused.json;

  const wrong = await browser().call('/api/oidc/link', { challenge, password: 'wrong' });
  expect([wrong.status, wrong.json.code]).toEqual([401, 'A002']);
  const linked = await browser().call('/api/oidc/link', { challenge, password: PASSWORD });
  expect([linked.status, linked.json.user?._id]).toEqual([200, api.userId('staff')]);
  const again = await browser().call('/api/oidc/link', { challenge, password: PASSWORD });
  expect(again.status).toBe(401);

  expect((await browser().signIn(server, 'staff')).status).toBe(200);
  expect((await signIn(api, 'staff')).status).toBe(200);
});
