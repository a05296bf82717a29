import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeHttpServer, createHttpServer } from '../../../src/hosts/http-server.ts';
import { listen } from '../../../src/hosts/listen.ts';
import { emailOf, openTestApi, type TestApi } from '../../support/api.ts';
import { createOidcBrowser } from '../../support/oidc-browser.ts';
import { createKey, openOidcServer, type OidcServer } from '../../support/oidc-server.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
let server: OidcServer;
let api: TestApi;
let replica: TestApi;
const door = createHttpServer((request) => api.api.fetch(request, { address: '127.0.0.1' }));

beforeAll(async () => {
  await listen(door, '127.0.0.1', 0);
  const { port } = door.address() as AddressInfo;
  server = await openOidcServer({
    publicUrl: 'http://localhost',
    backchannelLogoutUri: `http://localhost:${port}/api/oidc/keycloak/backchannel-logout`,
    people: { otto: { email: emailOf('otto'), email_verified: true, name: 'Otto' } },
  });
  api = await openTestApi({ oidc: [server.configuration({ admit: ['*'] })] });
  replica = await api.openReplica();
});
beforeEach(() => server.breakDown());
afterAll(async () => {
  await closeHttpServer(door);
  await Promise.all([replica?.close(), server?.close()]);
  await api?.close();
});

const browser = () => createOidcBrowser(() => api);

async function statusOf(test_: TestApi, token: string): Promise<number> {
  return (await test_.call('GET', '/api/users/current', { token })).status;
}

const send = (logout_token: string) =>
  api.call('POST', '/api/oidc/keycloak/backchannel-logout', {
    body: new URLSearchParams({ logout_token }).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });

const now = () => Math.floor(Date.now() / 1000);
const claims = (more: object = {}) => ({
  iss: server.issuer,
  aud: 'backoffice',
  iat: now(),
  exp: now() + 120,
  jti: crypto.randomUUID(),
  events: { [EVENT]: {} },
  sub: 'otto',
  ...more,
});

test('ends the session when its user signs out at the provider, on all servers', async () => {
  const [one, two] = [browser(), browser()];
  const first = (await one.signIn(server, 'otto')).json.token;
  const second = (await two.signIn(server, 'otto')).json.token;
  for (const each of [first, second]) expect(await statusOf(replica, each)).toBe(200);

  await server.signOut(one.jar);

  await expect.poll(() => statusOf(replica, first), { timeout: 5_000 }).toBe(401);
  expect(await statusOf(api, first)).toBe(401);
  // It was another session at the provider.
  expect(await statusOf(api, second)).toBe(200);
  const audit = await api.call('GET', '/api/admin/audit?action=providerSignedOut', { as: 'admin' });
  expect(audit.json.data[0]).toMatchObject({
    about: { email: emailOf('otto') },
    detail: { provider: 'keycloak', count: 1 },
  });
});

test('ends all sessions of the identity for a token without a session, and no others', async () => {
  const token = (await browser().signIn(server, 'otto')).json.token;
  const other = await api.tokenOf('admin');

  const answer = await send(await server.sign(claims(), { typ: 'logout+jwt' }));

  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  expect(await statusOf(api, token)).toBe(401);
  expect(await statusOf(api, other)).toBe(200);
});

test('accepts a token for an unknown user, and does nothing', async () => {
  expect((await send(await server.sign(claims({ sub: 'stranger' })))).status).toBe(200);
});

describe('the sign-out by the provider refuses', () => {
  let token: string;
  beforeAll(async () => {
    token = (await browser().signIn(server, 'otto')).json.token;
  });

  test.each<[string, () => object]>([
    ['of another issuer', () => claims({ iss: 'https://evil.example.org' })],
    ['for another client', () => claims({ aud: 'another' })],
    ['without the event', () => claims({ events: {} })],
    ['without events', () => claims({ events: undefined })],
    ['with the event as a text', () => claims({ events: EVENT })],
    ['with a nonce, which an ID token has', () => claims({ nonce: 'x' })],
    ['of nobody', () => claims({ sub: undefined })],
    ['without an id', () => claims({ jti: undefined })],
    ['that has expired', () => claims({ iat: now() - 3_600, exp: now() - 3_000 })],
    ['that is old and has no end', () => claims({ iat: now() - 3_600, exp: undefined })],
    ['that is old, whatever its end says', () => claims({ iat: now() - 3_600 })],
    ['that does not say when it was made', () => claims({ iat: undefined })],
  ])('a token %s', async (_, wrong) => {
    const answer = await send(await server.sign(wrong()));

    expect([answer.status, answer.json.code]).toEqual([400, 'A042']);
    expect(await statusOf(api, token)).toBe(200);
  });

  test.each(['at+jwt', 'id+jwt', 'dpop+jwt'])('a token of the type %s', async (typ) => {
    const answer = await send(await server.sign(claims(), { typ }));

    expect([answer.status, answer.json.code]).toEqual([400, 'A042']);
    expect(await statusOf(api, token)).toBe(200);
  });

  test('a token that another key has signed', async () => {
    const answer = await send(await server.sign(claims(), { key: await createKey() }));

    expect(answer.status).toBe(400);
  });

  test('a token for the second time', async () => {
    const logout = await server.sign(claims({ sub: 'stranger' }));
    expect((await send(logout)).status).toBe(200);

    expect((await send(logout)).status).toBe(400);
  });

  test('another token with an id that was used', async () => {
    const jti = crypto.randomUUID();
    expect((await send(await server.sign(claims({ sub: 'stranger', jti })))).status).toBe(200);

    expect((await send(await server.sign(claims({ jti })))).status).toBe(400);
    expect(await statusOf(api, token)).toBe(200);
  });

  test('JSON, nothing, and too much', async () => {
    const path = '/api/oidc/keycloak/backchannel-logout';
    expect((await api.call('POST', path, { body: {} })).status).toBe(415);
    expect((await send('')).status).toBe(400);
    expect((await send('x'.repeat(20_000))).status).toBe(413);
  });

  test('to guess while the provider is down', async () => {
    const fresh = await api.openReplica({ oidc: [server.configuration()] });
    server.breakDown(() => true);
    const body = new URLSearchParams({ logout_token: await server.sign(claims()) }).toString();
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };

    const answer = await fresh.call('POST', '/api/oidc/keycloak/backchannel-logout', {
      body,
      headers,
    });
    expect([answer.status, answer.json.code]).toEqual([503, 'A040']);
    await fresh.close();
  });
});
