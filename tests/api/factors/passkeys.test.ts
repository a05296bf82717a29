import { afterAll, expect, test } from 'vitest';
import { openTestApi, signIn, type TestAnswer } from '../../support/api.ts';
import { createPasskey, type TestPasskey } from '../../support/passkey.ts';

const api = await openTestApi();
afterAll(() => api.close());

const own = '/api/users/current/factors';

async function start(token: string, name = 'Laptop') {
  const { json } = await api.call('POST', own, { token, body: { kind: 'passkey', name } });
  return json;
}

const confirm = (token: string, id: string, passkey: object): Promise<TestAnswer> =>
  api.call('POST', `${own}/${id}/confirm`, { token, body: { passkey } });

async function enrol(name: string) {
  await api.addUser(name, 'staff');
  const { token } = (await signIn(api, name)).json;
  const passkey = createPasskey();
  const { id, options } = await start(token);
  expect((await confirm(token, id, passkey.create(options))).status).toBe(200);
  return { token, id, passkey };
}

const options = async () => (await api.call('POST', '/api/users/login/passkey')).json;
const answer = (body: object): Promise<TestAnswer> =>
  api.call('POST', '/api/users/login/factor', { body });

test('a passkey signs in alone', async () => {
  const { passkey } = await enrol('anna');
  const asked = await options();
  expect(asked).not.toHaveProperty('allowCredentials.0');

  const signedIn = await answer({ passkey: passkey.get(asked) });

  expect([signedIn.status, signedIn.json.user?.name]).toEqual([200, 'anna']);
  const { token } = signedIn.json;
  expect((await api.call('GET', '/api/users/current', { token })).status).toBe(200);
});

test('a passkey signs in after the right password, only as the same user', async () => {
  const { passkey } = await enrol('bert');
  const { passkey: other } = await enrol('carl');
  const asked = (await signIn(api, 'bert')).json;
  expect(asked.factors).toEqual(['passkey', 'recoveryCode']);
  const { challenge } = asked;

  expect((await answer({ challenge, passkey: other.get(asked.passkey) })).status).toBe(422);
  const again = (await signIn(api, 'bert')).json;
  const right = { challenge: again.challenge, passkey: passkey.get(again.passkey) };
  expect((await answer(right)).status).toBe(200);
});

test.each<[string, (passkey: TestPasskey, asked: { challenge: string }) => object]>([
  ['of another page', (key, asked) => key.get(asked, { origin: 'https://evil.example' })],
  ['of another site', (key, asked) => key.get(asked, { site: 'evil.example' })],
  ['without a check of its owner', (key, asked) => key.get(asked, { isVerified: false })],
  ['that counts backwards', (key, asked) => key.get(asked, { count: 1 })],
  ['for another purpose', (key, asked) => key.get(asked, { type: 'webauthn.create' })],
  ['to another challenge', (key) => key.get({ challenge: 'A'.repeat(43) })],
  ['of an unknown key', (_, asked) => createPasskey().get(asked)],
  [
    'with another signature',
    (key, asked) => {
      const whole = key.get(asked) as { response: object };
      return { ...whole, response: { ...whole.response, signature: 'AAAA' } };
    },
  ],
  [
    'without readable data',
    (key, asked) => {
      const whole = key.get(asked) as { response: object };
      return { ...whole, response: { ...whole.response, clientDataJSON: 'AAAA' } };
    },
  ],
])('a response %s is refused', async (what, make) => {
  const { passkey } = await enrol(`user-${what.replaceAll(' ', '-')}`);
  passkey.get({ challenge: '' });

  const refused = await answer({ passkey: make(passkey, await options()) });

  expect([refused.status, refused.json.code]).toEqual([422, 'A029']);
  expect((await answer({ passkey: passkey.get(await options()) })).status).toBe(200);
});

test('a response works once, also of several at the same moment', async () => {
  const { passkey } = await enrol('dora');
  const once = { passkey: passkey.get(await options()) };
  const answers = await Promise.all([answer(once), answer(once), answer(once)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
  expect((await answer(once)).status).toBe(422);
});

test('a passkey belongs to one user, and a new one needs its own options', async () => {
  const { passkey } = await enrol('emil');
  await api.addUser('frida', 'staff');
  const { token } = (await signIn(api, 'frida')).json;
  const { id, options: asked } = await start(token);
  expect((await confirm(token, id, passkey.create(asked))).status).toBe(422);
  const other = await start(token);
  expect((await confirm(token, other.id, createPasskey().create(asked))).status).toBe(422);
  const third = await start(token);
  const evil = createPasskey().create(third.options, { origin: 'https://evil.example' });
  expect((await confirm(token, third.id, evil)).status).toBe(422);
  expect((await api.call('GET', own, { token })).json.data).toEqual([]);
});

test('a passkey of a disabled user is refused', async () => {
  const { passkey } = await enrol('gustav');
  const path = `/api/admin/user/${api.userId('gustav')}/disable`;
  await api.call('PUT', path, { as: 'admin' });
  const refused = await answer({ passkey: passkey.get(await options()) });
  expect([refused.status, refused.json.code]).toEqual([403, 'A005']);
});
