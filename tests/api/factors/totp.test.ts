import { hashRaw } from '@node-rs/argon2';
import { Secret, TOTP } from 'otpauth';
import { afterAll, expect, test } from 'vitest';
import { openTestApi, PASSWORD, signIn, type TestAnswer } from '../../support/api.ts';
import { lastLink } from '../../support/people.ts';

/** Far from the end of a step, so that a slow test does not come into the next. */
let now = Math.floor(Date.now() / 30_000) * 30_000 + 1_000;

const api = await openTestApi({ clock: () => now });
afterAll(() => api.close());

const own = '/api/users/current/factors';

function codeOf(secret: string, at = now): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
}

/** A user with an authenticator app. Its code of this step is used. */
async function enrol(name: string) {
  await api.addUser(name, 'staff');
  const { token } = (await signIn(api, name)).json;
  const started = await api.call('POST', own, { token, body: { kind: 'totp', name: 'Phone' } });
  const { id, secret } = started.json;
  const body = { code: codeOf(secret) };
  const confirmed = await api.call('POST', `${own}/${id}/confirm`, { token, body });
  expect([started.status, confirmed.status]).toEqual([201, 200]);
  return { token, id, secret, recoveryCodes: confirmed.json.recoveryCodes as string[] };
}

const answer = (body: object): Promise<TestAnswer> =>
  api.call('POST', '/api/users/login/factor', { body });

test('a code is required after the right password, and signs in once', async () => {
  const { secret } = await enrol('anna');
  now += 30_000;

  const asked = await signIn(api, 'anna');
  expect([asked.status, asked.json.code]).toEqual([403, 'A028']);
  expect(asked.json.factors).toEqual(['totp', 'recoveryCode']);
  expect(JSON.stringify(asked.json)).not.toContain('refreshToken');
  const { challenge } = asked.json;
  const code = codeOf(secret);
  const signedIn = await answer({ challenge, code });
  expect(signedIn.status).toBe(200);
  expect(Object.keys(signedIn.json).toSorted()).toEqual(['refreshToken', 'token', 'user']);

  // Neither the challenge nor the code works again.
  expect((await answer({ challenge, code })).status).toBe(401);
  const again = await signIn(api, 'anna');
  const reused = await answer({ challenge: again.json.challenge, code });
  expect([reused.status, reused.json.code]).toEqual([422, 'A029']);
});

test('a code is required after a password reset too', async () => {
  await enrol('mona');
  const email = 'mona@example.org';
  await api.call('POST', '/api/users/forgotpassword', { body: { email } });
  const body = { ...(await lastLink(api, 'mona')), password: 'another quiet lake behind' };
  expect((await api.call('POST', '/api/users/resetpassword', { body })).status).toBe(204);

  const { status, json } = await api.call('POST', '/api/users/login', {
    body: { email, password: body.password },
  });
  expect([status, json.code, json.factors]).toEqual([403, 'A028', ['totp', 'recoveryCode']]);
});

test('codes of the previous and the next interval are accepted, also in two groups, and no others', async () => {
  const { secret } = await enrol('bert');
  now += 120_000;
  const { challenge } = (await signIn(api, 'bert')).json;

  for (const steps of [-2, 2]) {
    const code = codeOf(secret, now + steps * 30_000);
    expect((await answer({ challenge, code })).status).toBe(422);
  }
  const code = codeOf(secret, now - 30_000);
  expect((await answer({ challenge, code: `${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(
    200,
  );
});

test('a few wrong codes block it, and further sign-ins do not reset the count', async () => {
  const { secret } = await enrol('carl');
  now += 30_000;
  const wrong = codeOf(secret) === '000000' ? '111111' : '000000';
  const attempt = async (code: string) => {
    const { challenge } = (await signIn(api, 'carl')).json;
    return (await answer({ challenge, code })).status;
  };
  const statuses = [];
  for (let count = 0; count < 6; count++) statuses.push(await attempt(wrong));
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  expect(await attempt(codeOf(secret))).toBe(429);
});

test('only one of many calls with the same code succeeds', async () => {
  const { secret } = await enrol('dora');
  now += 30_000;
  const asked = await Promise.all(Array.from({ length: 4 }, () => signIn(api, 'dora')));
  const code = codeOf(secret);
  const answers = await Promise.all(
    asked.map(({ json }) => answer({ challenge: json.challenge, code })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 422, 422, 422,
  ]);
});

test('a recovery code signs in once, in any spelling', async () => {
  const { recoveryCodes, token } = await enrol('emil');
  expect(new Set(recoveryCodes).size).toBe(10);
  const [first = ''] = recoveryCodes;
  const use = async (recoveryCode: string) => {
    const { challenge } = (await signIn(api, 'emil')).json;
    return (await answer({ challenge, recoveryCode })).status;
  };

  expect(await use(first.toUpperCase().replace('-', ' '))).toBe(200);
  expect(await use(first)).toBe(422);
  expect((await api.call('GET', own, { token })).json.recoveryCodes).toBe(9);

  const renewed = await api.call('POST', '/api/users/current/recovery-codes', { token });
  expect(renewed.json.recoveryCodes).toHaveLength(10);
  expect(await use(recoveryCodes[1]!)).toBe(422);
  expect(await use(renewed.json.recoveryCodes[0])).toBe(200);
});

test('a challenge expires when the password changes, and after five minutes', async () => {
  const { secret } = await enrol('frida');
  now += 30_000;
  const before = (await signIn(api, 'frida')).json.challenge;
  const { token } = (await answer({ challenge: before, code: codeOf(secret) })).json;
  const open = (await signIn(api, 'frida')).json.challenge;
  const late = (await signIn(api, 'frida')).json.challenge;
  await api.database.query(
    `update backoffice.tokens set expires_at = expires_at - interval '5 minutes' where user_id = $1 and created_at =
       (select max(created_at) from backoffice.tokens where user_id = $1)`,
    [api.userId('frida')],
  );
  now += 30_000;
  expect((await answer({ challenge: late, code: codeOf(secret) })).status).toBe(401);
  const body = { currentPassword: PASSWORD, password: 'another quiet lake behind' };
  expect((await api.call('PUT', '/api/users/current', { token, body })).status).toBe(200);
  expect((await answer({ challenge: open, code: codeOf(secret) })).status).toBe(401);
});

test('its owner removes it with the recovery codes, and gets a mail', async () => {
  const { id, token, secret } = await enrol('gustav');
  now += 30_000;
  const { challenge } = (await signIn(api, 'gustav')).json;
  const elsewhere = (await answer({ challenge, code: codeOf(secret) })).json.token;
  expect((await api.call('GET', own, { token: elsewhere })).status).toBe(200);
  expect((await api.call('DELETE', `${own}/${id}`, { as: 'staff' })).status).toBe(404);
  expect((await api.call('DELETE', `${own}/${id}`, { token })).status).toBe(204);

  // The device with the factor may be in other hands, and its session with it.
  expect((await api.call('GET', own, { token: elsewhere })).status).toBe(401);
  expect((await api.call('GET', own, { token })).status).toBe(200);
  expect((await signIn(api, 'gustav')).status).toBe(200);
  expect((await api.call('GET', own, { token })).json).toMatchObject({
    data: [],
    recoveryCodes: 0,
  });
  const codes = await api.call('POST', '/api/users/current/recovery-codes', { token });
  expect([codes.status, codes.json.code]).toEqual([409, 'A032']);
  const mails = await api.database.rows<{ what: string }>(
    `select data ->> 'what' as what from backoffice.outbox where kind = 'factorsChanged' and to_address = $1 order by id`,
    ['gustav@example.org'],
  );
  expect(mails.map(({ what }) => what)).toEqual(['factorAdded', 'factorRemoved']);
});

test('its secret cannot be read from the database alone', async () => {
  const { secret, recoveryCodes } = await enrol('hilde');
  const rows = await api.database.rows<{ row: string }>(
    `select f::text as row from backoffice.factors f union all
     select r::text from backoffice.recovery_codes r union all select a::text from backoffice.audit a`,
  );
  const all = rows.map(({ row }) => row).join('\n');
  expect(all).not.toContain(secret);
  expect(all).not.toContain(Buffer.from(Secret.fromBase32(secret).bytes).toString('hex'));
  for (const code of recoveryCodes) expect(all).not.toContain(code);
});

test('recovery codes are hashed like passwords, with a salt for each user', async () => {
  const users = [await enrol('jonas'), await enrol('karla')];
  const rows = await api.database.rows<{ user_id: string; hash: Buffer; salt: Buffer }>(
    'select user_id, hash, salt from backoffice.recovery_codes where user_id = any($1)',
    [[api.userId('jonas'), api.userId('karla')]],
  );
  const salts = new Set(rows.map(({ salt }) => salt.toString('hex')));
  expect([rows.length, salts.size]).toEqual([20, 2]);
  for (const salt of salts) expect(salt).toMatch(/^[0-9a-f]{32}$/);

  const { salt, hash } = rows.find(({ user_id: of }) => of === api.userId('jonas'))!;
  const stored = rows.filter((row) => row.salt.equals(salt)).map((row) => row.hash.toString('hex'));
  // The floor of OWASP for argon2id.
  const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, salt };
  for (const code of users[0]!.recoveryCodes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
  const plain = users[0]!.recoveryCodes[0]!.replace('-', '');
  expect(stored).toContain((await hashRaw(plain, cost)).toString('hex'));
  expect(hash).toHaveLength(32);
});

test('new recovery codes are limited', async () => {
  const { token } = await enrol('lena');
  const renew = async () =>
    (await api.call('POST', '/api/users/current/recovery-codes', { token })).status;
  const statuses = [];
  for (let count = 0; count < 5; count++) statuses.push(await renew());
  // The first were made with the factor.
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
});

test('a user has at most ten, and an incomplete body is explained', async () => {
  await api.addUser('ines', 'staff');
  const { token } = (await signIn(api, 'ines')).json;
  const start = () => api.call('POST', own, { token, body: { kind: 'totp', name: 'Phone' } });
  for (let count = 0; count < 10; count++) expect((await start()).status).toBe(201);
  const more = await start();
  expect([more.status, more.json.code]).toEqual([409, 'A031']);

  expect((await answer({ code: '123456' })).json.problems).toMatchObject([
    { path: 'challenge', code: 'V001' },
  ]);
  expect((await answer({ challenge: 'x' })).json.code).toBe('V080');
  expect((await answer({ challenge: 'x', code: '1', recoveryCode: '2' })).json.code).toBe('V080');
});
