import { afterAll, expect, test } from 'vitest';
import { emailOf, openTestApi, type TestApi } from '../../support/api.ts';
import { createOidcBrowser } from '../../support/oidc-browser.ts';
import { openOidcServer } from '../../support/oidc-server.ts';

const configuration = (signsOut: boolean) => server.configuration({ admit: ['*'], signsOut });

const server = await openOidcServer({
  publicUrl: 'http://localhost',
  people: { otto: { email: emailOf('otto'), email_verified: true, name: 'Otto' } },
});
const api = await openTestApi({ oidc: [configuration(true)] });
afterAll(() => Promise.all([api?.close(), server?.close()]));

async function signInAndOut(on: TestApi) {
  const { token } = (await createOidcBrowser(() => on).signIn(server, 'otto')).json;
  const answer = await on.call('POST', '/api/users/logout', { token });
  expect((await on.call('GET', '/api/users/current', { token })).status).toBe(401);
  return answer;
}

test('the sign-out leads to the page of the provider, which returns to the sign-in page', async () => {
  const { status, json, headers } = await signInAndOut(api);

  expect([status, headers.get('Clear-Site-Data')]).toEqual([200, '"cache"']);
  const { origin, pathname, searchParams } = new URL(json.url);
  expect(origin + pathname).toBe(`${server.issuer}/session/end`);
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: 'backoffice',
    post_logout_redirect_uri: 'http://localhost/login',
  });
});

test('the sign-out ends only the local session after a password, or without the setting', async () => {
  const token = await api.tokenOf('viewer');
  expect((await api.call('POST', '/api/users/logout', { token })).status).toBe(204);

  const quiet = await api.openReplica({ oidc: [configuration(false)] });
  expect((await signInAndOut(quiet)).status).toBe(204);
  await quiet.close();
});

test('the sign-out ends the local session although the provider is down', async () => {
  const { token } = (await createOidcBrowser(() => api).signIn(server, 'otto')).json;
  const fresh = await api.openReplica({ oidc: [configuration(true)] });
  server.breakDown(() => true);

  expect((await fresh.call('POST', '/api/users/logout', { token })).status).toBe(204);

  server.breakDown();
  expect((await fresh.call('GET', '/api/users/current', { token })).status).toBe(401);
  await fresh.close();
});
