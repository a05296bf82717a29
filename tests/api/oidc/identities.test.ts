import { afterAll, expect, test } from 'vitest';
import { emailOf, openTestApi, PASSWORD, signIn } from '../../support/api.ts';
import { createOidcBrowser } from '../../support/oidc-browser.ts';
import { openOidcServer } from '../../support/oidc-server.ts';
import { TOTP, Secret } from 'otpauth';

let now = Math.floor(Date.now() / 30_000) * 30_000 + 1_000;
const person = (name: string, more: object = {}) => ({
  email: emailOf(name),
  email_verified: true,
  name,
  ...more,
});

const names = ['anna', 'bert', 'carl', 'dora', 'newt', 'fred'];
const server = await openOidcServer({
  publicUrl: 'http://localhost',
  people: {
    ...Object.fromEntries(names.map((name) => [name, person(name)])),
    // Without an address, as ORCID.
    '0000-0002-1825-0097': { name: 'Josiah' },
  },
});
const api = await openTestApi({
  clock: () => now,
  oidc: [server.configuration({ admit: ['*'], fills: 'orcid' })],
});
for (const name of ['anna', 'bert', 'carl', 'dora', 'fred']) await api.addUser(name, 'staff');
afterAll(() => Promise.all([api?.close(), server?.close()]));

const own = '/api/users/current/identities';
const browser = () => createOidcBrowser(() => api);

async function connect(token: string, login: string, own_ = browser()) {
  const started = await own_.call(`${own}/start`, { provider: 'keycloak' }, token);
  if (started.status !== 200) return started;
  const address = await server.authorize(started.json.url, login);
  const response = new URL(address).search;
  return await own_.call(own, { provider: 'keycloak', response }, token);
}

test('connects a provider in the profile, lists it and removes it', async () => {
  const token = await api.tokenOf('anna');
  const made = await connect(token, 'anna');
  expect(made.status).toBe(201);

  const listed = await api.call('GET', own, { token });
  expect(listed.json.data).toEqual([made.json]);
  expect(listed.json.data[0]).toMatchObject({ label: 'Keycloak', email: emailOf('anna') });
  const signedIn = await browser().signIn(server, 'anna');
  expect(signedIn.json.user._id).toBe(api.userId('anna'));

  const removed = await api.call('DELETE', `${own}/${made.json.id}`, { token });
  expect(removed.status).toBe(204);
  // It has ended the session it opened, and no other.
  const opened = await api.call('GET', '/api/users/current', { token: signedIn.json.token });
  expect(opened.status).toBe(401);
  expect((await api.call('GET', own, { token })).json.data).toEqual([]);
  const audited = await api.call('GET', '/api/admin/audit?action=identityRemoved', { as: 'admin' });
  expect(audited.json.data[0].about._id).toBe(api.userId('anna'));
  const mails = await api.database.rows<{ what: string }>(
    `select data ->> 'what' as what from backoffice.outbox where kind = 'factorsChanged' and to_address = $1 order by id`,
    [emailOf('anna')],
  );
  expect(mails.map(({ what }) => what)).toEqual(['identityAdded', 'identityRemoved']);
});

test('sets no ORCID iD if users have no such field', async () => {
  const token = await api.tokenOf('fred');

  expect((await connect(token, '0000-0002-1825-0097')).status).toBe(201);

  const { json } = await api.call('GET', '/api/users/current', { token });
  expect(json).not.toHaveProperty('orcid');
});

test('connects an identity with one user only', async () => {
  expect((await connect(await api.tokenOf('bert'), 'bert')).status).toBe(201);

  const second = await connect(await api.tokenOf('carl'), 'bert');

  expect([second.status, second.json.code]).toEqual([409, 'A047']);
});

test('refuses a response to another session', async () => {
  const [carl, dora] = [await api.tokenOf('carl'), await api.tokenOf('dora')];
  const one = browser();
  const { url } = (await one.call(`${own}/start`, { provider: 'keycloak' }, carl)).json;
  const response = new URL(await server.authorize(url, 'carl')).search;

  const stolen = await one.call(own, { provider: 'keycloak', response }, dora);
  // Nor does it sign in anybody.
  const visitor = await one.call('/api/oidc/keycloak/finish', { response });

  for (const each of [stolen, visitor])
    expect([each.status, each.json.code]).toEqual([422, 'A042']);
});

test('needs a fresh proof to connect and to remove', async () => {
  await api.addUser('late', 'staff');
  const token = (await signIn(api, 'late')).json.token;
  await api.database.query(
    `update backoffice.sessions set created_at = now() - interval '1 hour' where user_id = $1`,
    [api.userId('late')],
  );

  const start = await api.call('POST', `${own}/start`, { token, body: { provider: 'keycloak' } });
  const remove = await api.call('DELETE', `${own}/none`, { token });

  for (const each of [start, remove]) expect([each.status, each.json.code]).toEqual([403, 'A030']);
});

test('does not remove the last way to sign in', async () => {
  const { token, user } = (await browser().signIn(server, 'newt')).json;
  const [identity] = (await api.call('GET', own, { token })).json.data;

  const refused = await api.call('DELETE', `${own}/${identity.id}`, { token });
  expect([refused.status, refused.json.code]).toEqual([409, 'A045']);

  await api.call('POST', '/api/users/forgotpassword', { body: { email: user.email } });
  const reset = await api.database.value<string>(
    `select token from backoffice.outbox where kind = 'passwordReset' and to_address = $1`,
    [user.email],
  );
  const body = { id: user._id, token: reset, password: PASSWORD };
  expect((await api.call('POST', '/api/users/resetpassword', { body })).status).toBe(204);
  const again = (await signIn(api, 'newt')).json.token;
  const removed = await api.call('DELETE', `${own}/${identity.id}`, { token: again });
  expect(removed.status).toBe(204);
});

test('a second sign-in at the provider is a proof of identity', async () => {
  const token = await api.tokenOf('bert');
  const one = browser();
  const started = await one.call(
    '/api/users/current/proof/provider/start',
    { provider: 'keycloak' },
    token,
  );
  expect(new URL(started.json.url).searchParams.get('prompt')).toBe('login');
  const response = new URL(await server.authorize(started.json.url, 'bert')).search;

  const proven = await one.call(
    '/api/users/current/proof/provider',
    { provider: 'keycloak', response },
    token,
  );
  expect(proven.status).toBe(204);

  const other = await one.call(
    '/api/users/current/proof/provider/start',
    { provider: 'keycloak' },
    token,
  );
  const foreign = new URL(await server.authorize(other.json.url, 'dora')).search;
  const refused = await one.call(
    '/api/users/current/proof/provider',
    { provider: 'keycloak', response: foreign },
    token,
  );
  expect([refused.status, refused.json.code]).toEqual([422, 'A029']);
});

test('requires the second factor here before it connects an address', async () => {
  const token = await api.tokenOf('carl');
  const factors = '/api/users/current/factors';
  const started = await api.call('POST', factors, { token, body: { kind: 'totp', name: 'Phone' } });
  const { id, secret } = started.json;
  const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });
  await api.call('POST', `${factors}/${id}/confirm`, { token, body: { code: code() } });
  now += 30_000;

  const { challenge } = (await browser().signIn(server, 'carl')).json;
  const asked = await browser().call('/api/oidc/link', { challenge, password: PASSWORD });
  expect([asked.status, asked.json.code]).toEqual([403, 'A028']);
  expect((await api.call('GET', own, { token })).json.data).toEqual([]);
  const first = await browser().call('/api/users/login/factor', {
    challenge: asked.json.challenge,
    code: code(),
  });
  expect(first.status).toBe(200);
  expect((await api.call('GET', own, { token })).json.data).toHaveLength(1);

  now += 30_000;
  const second = await browser().signIn(server, 'carl');
  expect([second.status, second.json.code]).toEqual([403, 'A028']);
  const body = { challenge: second.json.challenge, code: code() };
  expect((await browser().call('/api/users/login/factor', body)).status).toBe(200);
});
