import { mergeTold } from '../../../src/api/accounts/oidc/read-response.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { emailOf, openTestApi, type TestAnswer } from '../../support/api.ts';
import { createOidcBrowser } from '../../support/oidc-browser.ts';
import { createKey, openOidcServer } from '../../support/oidc-server.ts';

const person = (name: string, more: object = {}) => ({
  email: emailOf(name),
  email_verified: true,
  name,
  ...more,
});

const publicUrl = 'http://localhost';
const people = {
  eve: person('eve'),
  mute: { name: 'mute' },
  unsure: person('unsure', { email_verified: false }),
  // Eve writes the address of somebody else, in another spelling.
  thief: person('thief', { email: emailOf('ADMIN') }),
};
const server = await openOidcServer({ publicUrl, people });
const other = await openOidcServer({ publicUrl, people, name: 'other' });
const api = await openTestApi({
  oidc: [
    server.configuration({ admit: ['*'] }),
    other.configuration({ name: 'other', label: 'Other', admit: ['*'] }),
  ],
});
beforeEach(async () => {
  server.tamper();
  server.breakDown();
  await api.database.query('delete from backoffice.attempts');
});
afterAll(() => Promise.all([api?.close(), server?.close(), other?.close()]));

const browser = (name?: string) => createOidcBrowser(() => api, name);

/** A browser whose user comes back from the provider. */
async function comeBack() {
  const own = browser();
  const { url } = (await own.start()).json;
  return { own, address: await server.authorize(url, 'eve') };
}

function changed(address: string, change: (query: URLSearchParams) => void): string {
  const url = new URL(address);
  change(url.searchParams);
  return url.href;
}

const refusal = ({ status, json }: TestAnswer) => [status, json?.code];
const unusable = [422, 'A042'];

test('a user signs in if nobody interferes', async () => {
  const { own, address } = await comeBack();

  expect((await own.finish(address)).status).toBe(200);
});

describe('the sign-in with a provider refuses', () => {
  test('a wrong state and an absent one', async () => {
    const { own, address } = await comeBack();
    const wrong = changed(address, (query) => query.set('state', 'another'));
    const absent = changed(address, (query) => query.delete('state'));

    expect(refusal(await own.finish(wrong))).toEqual(unusable);
    expect(refusal(await own.finish(absent))).toEqual(unusable);
    // The right one still works: a wrong one uses nothing up.
    expect((await own.finish(address)).status).toBe(200);
  });

  test('a response in another browser, and without the cookie', async () => {
    const { address } = await comeBack();
    const foreign = browser();
    await foreign.start();

    expect(refusal(await foreign.finish(address))).toEqual(unusable);
    expect(refusal(await browser().finish(address))).toEqual(unusable);
  });

  test('a cookie that somebody has changed', async () => {
    const { own, address } = await comeBack();
    const Cookie = own.cookie.replace(/.{4}$/, 'AAAA');
    const { search } = new URL(address);
    const body = { response: search };

    const answer = await api.call('POST', '/api/oidc/keycloak/finish', {
      body,
      headers: { Cookie },
    });
    expect(refusal(answer)).toEqual(unusable);
  });

  test('the same response twice, and a code that was used before', async () => {
    const { own, address } = await comeBack();
    const code = new URL(address).searchParams.get('code')!;
    expect((await own.finish(address)).status).toBe(200);

    expect(refusal(await own.finish(address))).toEqual(unusable);
    const again = await comeBack();
    const reused = changed(again.address, (query) => query.set('code', code));
    expect(refusal(await again.own.finish(reused))).toEqual(unusable);
  });

  test('a response that says it is of another issuer, or does not say whose it is', async () => {
    const mixed = await comeBack();
    const foreign = changed(mixed.address, (query) => query.set('iss', other.issuer));
    expect(refusal(await mixed.own.finish(foreign))).toEqual(unusable);

    const silent = await comeBack();
    const without = changed(silent.address, (query) => query.delete('iss'));
    expect(refusal(await silent.own.finish(without))).toEqual(unusable);
  });

  test('a response of one provider at another', async () => {
    const { own, address } = await comeBack();

    const body = { response: new URL(address).search };
    expect(refusal(await own.call('/api/oidc/other/finish', body))).toEqual(unusable);
  });

  test('a response to which the session was already begun by another site', async () => {
    const { address } = await comeBack();
    const body = { response: new URL(address).search };
    const headers = { 'Sec-Fetch-Site': 'cross-site' };

    const answer = await api.call('POST', '/api/oidc/keycloak/finish', { body, headers });
    expect(refusal(answer)).toEqual([403, 'A011']);
  });

  const claimsOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
  const past = Math.floor(Date.now() / 1000) - 3_600;

  test.each<[string, object]>([
    ['nonce', { nonce: 'another' }],
    ['issuer', { iss: 'https://evil.example.org' }],
    ['audience', { aud: 'another-client' }],
    ['time', { iat: past, exp: past + 60 }],
    ['subject', { sub: undefined }],
  ])('an ID token with a wrong %s', async (_, wrong) => {
    server.tamper(async (answer) => {
      const claims = { ...claimsOf(answer.id_token), ...wrong };
      return { ...answer, id_token: await server.sign(claims) };
    });
    const { own, address } = await comeBack();

    expect(refusal(await own.finish(address))).toEqual(unusable);
  });

  test('an ID token that another key has signed, and one without a signature', async () => {
    const key = await createKey();
    server.tamper(async (answer) => ({
      ...answer,
      id_token: await server.sign(claimsOf(answer.id_token), { key }),
    }));
    const forged = await comeBack();
    expect(refusal(await forged.own.finish(forged.address))).toEqual(unusable);

    server.tamper((answer) => {
      const [, claims] = answer.id_token.split('.');
      const header = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
      return { ...answer, id_token: `${header}.${claims}.` };
    });
    const bare = await comeBack();
    expect(refusal(await bare.own.finish(bare.address))).toEqual(unusable);
  });

  test('a user without an address, or with an unverified one', async () => {
    for (const name of ['mute', 'unsure']) {
      const answer = await browser().signIn(server, name);

      expect(refusal(answer)).toEqual([403, 'A044']);
      expect(answer.json.problems[0].params).toEqual({ provider: 'Keycloak', fields: 'email' });
    }
  });

  test('to open an existing account by its address, or to create a second one', async () => {
    const answer = await browser().signIn(server, 'thief');

    expect(refusal(answer)).toEqual([403, 'A043']);
    const find = `select count(*)::int from "users" where lower("email") = $1`;
    expect(await api.database.value(find, [emailOf('admin')])).toBe(1);
  });

  test('a disabled account', async () => {
    const { own, address } = await comeBack();
    const signedIn = await own.finish(address);
    const id = signedIn.json.user._id;
    await api.call('PUT', `/api/admin/user/${id}/disable`, { as: 'admin' });

    expect(refusal(await browser().signIn(server, 'eve'))).toEqual([403, 'A005']);
    await api.call('PUT', `/api/admin/user/${id}/enable`, { as: 'admin' });
  });

  test('a provider that is not configured', async () => {
    expect(refusal(await browser('nobody').start())).toEqual([404, 'Q013']);
  });
});

test('shows what the user or the provider has refused', async () => {
  const own = browser();
  const { url } = (await own.start()).json;

  const answer = await own.finish(await server.refuse(url));

  expect(refusal(answer)).toEqual([422, 'A041']);
  expect(answer.json.problems[0].params).toEqual({
    provider: 'Keycloak',
    reason: 'access_denied',
  });
});

test('limits how often callers can start', async () => {
  const answers: number[] = [];
  for (let times = 0; times < 62; times += 1) answers.push((await browser().start()).status);

  expect(answers[0]).toBe(200);
  expect(answers).toContain(429);
});

test.each([
  [{ email: 'own@example.org', email_verified: false }, 'own@example.org', false],
  [{ email: 'own@example.org' }, 'own@example.org', undefined],
  [{}, 'told@example.org', true],
])(
  'an address in the ID token %o is not verified by a claim about another one',
  (said, email, isVerified) => {
    const more = { email: 'told@example.org', email_verified: true, name: 'Eve' };

    const told = mergeTold({ iss: 'https://id.example', sub: 'eve', ...said }, more);

    expect(told).toMatchObject({ email, name: 'Eve' });
    expect(told['email_verified']).toBe(isVerified);
  },
);
