import { afterAll, expect, test } from 'vitest';
import { emailOf, openTestApi, type TestAnswer } from '../../support/api.ts';
import { createOidcBrowser } from '../../support/oidc-browser.ts';
import { openOidcServer } from '../../support/oidc-server.ts';

const server = await openOidcServer({
  publicUrl: 'http://localhost',
  people: { eve: { email: emailOf('eve'), email_verified: true, name: 'Eve' } },
});
const api = await openTestApi({ oidc: [server.configuration({ admit: ['*'] })] });
afterAll(() => Promise.all([api?.close(), server?.close()]));

const browser = () => createOidcBrowser(() => api);
const refusal = ({ status, json }: TestAnswer) => [status, json?.code];

test('accepts tokens signed with a new key at once', async () => {
  expect((await browser().signIn(server, 'eve')).status).toBe(200);

  await server.rotateKeys();

  expect((await browser().signIn(server, 'eve')).status).toBe(200);
});

test.each([
  ['at the begin', '/.well-known', true],
  ['for the token', '/token', false],
  ['for the keys', '/jwks', true],
  ['for the person', '/me', false],
])('reports that a provider is down %s, and works when it is up again', async (_, path, isNew) => {
  // Another object is another provider, of which nothing is known yet.
  const fresh = isNew
    ? await api.openReplica({ oidc: [server.configuration({ admit: ['*'] })] })
    : api;
  const own = createOidcBrowser(() => fresh);
  server.breakDown((asked) => asked.startsWith(path));

  const started = await own.start();
  const answer =
    started.status === 200
      ? await own.finish(
          await (async () => {
            return await server.authorize(started.json.url, 'eve');
          })(),
        )
      : started;

  expect(refusal(answer)).toEqual([503, 'A040']);
  expect(answer.headers.get('Retry-After')).toBe('30');
  server.breakDown();
  expect((await createOidcBrowser(() => fresh).signIn(server, 'eve')).status).toBe(200);
  if (fresh !== api) await fresh.close();
});

test('refuses a provider whose metadata names another issuer, and logs both', async () => {
  // The same server by another name: its metadata have the one that it knows.
  const configured = server.issuer.replace('localhost', '127.0.0.1');
  const fresh = await api.openReplica({ oidc: [server.configuration({ issuer: configured })] });

  const started = await createOidcBrowser(() => fresh).start();

  expect(refusal(started)).toEqual([503, 'A053']);
  expect(started.json.detail).toContain('Keycloak is set up incorrectly here');
  expect(fresh.log.find(({ level }) => level === 'error')).toMatchObject({
    level: 'error',
    message: 'the metadata of a provider name another issuer than the configured one',
    configured,
    told: server.issuer,
  });
  await fresh.close();
});
