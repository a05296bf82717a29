import { Secret, TOTP } from 'otpauth';
import { afterAll, describe, expect, test } from 'vitest';
import { emailOf, openTestApi, PASSWORD, type TestAnswer } from '../../support/api.ts';
import { createOidcBrowser } from '../../support/oidc-browser.ts';
import { openOidcServer } from '../../support/oidc-server.ts';
import { createPasskey } from '../../support/passkey.ts';

let now = Math.floor(Date.now() / 30_000) * 30_000 + 1_000;
const names = ['nina', 'otis', 'paul', 'rita'];
const own = '/api/users/current';

const toPerson = (name: string) => ({ email: emailOf(name), email_verified: true, name });
const server = await openOidcServer({
  publicUrl: 'http://localhost',
  people: Object.fromEntries(names.map((name) => [name, toPerson(name)])),
});
const api = await openTestApi({ clock: () => now, oidc: [server.configuration({ admit: ['*'] })] });
afterAll(() => Promise.all([api?.close(), server?.close()]));

/** Somebody who came through the provider and has no password. */
async function enter(name: string) {
  const browser = createOidcBrowser(() => api);
  const { token } = (await browser.signIn(server, name)).json as { token: string };
  const call = (method: string, path: string, body?: object) =>
    api.call(method, `${own}/${path}`.replace(/\/$/, ''), { token, ...(body && { body }) });
  /** Signs in at the provider again, for a proof. */
  const signInAgain = async (login = name) => {
    const begun = await browser.call(
      `${own}/proof/provider/start`,
      { provider: 'keycloak' },
      token,
    );
    const address = await server.authorize(begun.json.url, login);
    return { provider: 'keycloak', response: new URL(address).search };
  };
  const send = (path: string, body: object) => browser.call(`${own}/${path}`, body, token);
  return { call, signInAgain, send };
}

const refusal = ({ status, json }: TestAnswer) => [status, json.code];

describe('a locked session', () => {
  test('tells its user how to unlock it', async () => {
    const { call } = await enter('nina');
    await call('POST', 'lock');

    expect((await call('GET', 'proof')).json).toEqual({
      password: false,
      factors: [],
      providers: [{ name: 'keycloak', label: 'Keycloak' }],
    });
    expect((await api.call('GET', `${own}/proof`, { as: 'staff' })).json).toEqual({
      password: true,
      factors: [],
      providers: [],
    });
  });

  test('is unlocked by a sign-in at the provider, once', async () => {
    const { call, signInAgain, send } = await enter('nina');
    await call('POST', 'lock');
    const signIn = await signInAgain();

    expect((await send('unlock', { signIn })).status).toBe(204);

    expect((await call('GET', '')).status).toBe(200);
    await call('POST', 'lock');
    expect(refusal(await send('unlock', { signIn }))).toEqual([422, 'A042']);
  });

  test('stays locked for another user at the provider, which is recorded', async () => {
    const { call, signInAgain, send } = await enter('nina');
    await call('POST', 'lock');

    expect(refusal(await send('unlock', { signIn: await signInAgain('otis') }))).toEqual([
      422,
      'A029',
    ]);

    expect(refusal(await call('GET', ''))).toEqual([403, 'A017']);
    const { json } = await api.call('GET', '/api/admin/audit?action=signInFailed', { as: 'admin' });
    expect(json.data[0].detail).toMatchObject({ unlocking: true });
  });

  test('stays locked for the passkey of another user, and opens for that of its user', async () => {
    const [nina, otis] = [await enter('nina'), await enter('otis')];
    const passkeys = [];
    for (const { call } of [nina, otis]) {
      const key = createPasskey();
      const body = { kind: 'passkey', name: 'Laptop' };
      const { id, options } = (await call('POST', 'factors', body)).json;
      await call('POST', `factors/${id}/confirm`, { passkey: key.create(options) });
      passkeys.push(key);
    }
    await nina.call('POST', 'lock');
    const options = async () => (await nina.call('POST', 'proof/passkey')).json;

    const foreign = { passkey: passkeys[1]!.get(await options()) };
    expect(refusal(await nina.send('unlock', foreign))).toEqual([422, 'A029']);
    const right = { passkey: passkeys[0]!.get(await options()) };
    expect((await nina.send('unlock', right)).status).toBe(204);
  });

  test.each([
    ['nothing', {}],
    ['two ways', { password: PASSWORD, passkey: { id: 'x' } }],
  ])('is not unlocked by %s', async (_, body) => {
    const { call, send } = await enter('paul');
    await call('POST', 'lock');

    expect((await send('unlock', body)).status).toBe(422);

    expect(refusal(await call('GET', ''))).toEqual([403, 'A017']);
  });
});

test('a proof at the provider needs the code of a user who has a second factor', async () => {
  const { call, signInAgain, send } = await enter('rita');
  const { id, secret } = (await call('POST', 'factors', { kind: 'totp', name: 'Phone' })).json;
  const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });
  await call('POST', `factors/${id}/confirm`, { code: code() });
  now += 30_000;
  const signIn = await signInAgain();

  expect(refusal(await send('proof/provider', signIn))).toEqual([403, 'A028']);
  expect(refusal(await send('proof/provider', { ...signIn, code: '000000' }))).toEqual([
    422,
    'A029',
  ]);
  expect((await send('proof/provider', { ...signIn, code: code() })).status).toBe(204);
});
