import { hash } from '@node-rs/argon2';
import { afterAll, describe, expect, it, test } from 'vitest';
import { hashPassword } from '../../src/api/accounts/password-hash.ts';
import { setPassword } from '../../src/store/system/accounts/credentials.ts';
import { emailOf, openTestApi, PASSWORD, signIn } from '../support/api.ts';

const api = await openTestApi();
await api.addUser('pending', 'staff', 'pending');
await api.addUser('disabled', 'staff', 'disabled');
await api.addUser('invited', 'staff', 'invited');
await api.database.query('delete from backoffice.credentials where user_id = $1', [
  api.userId('invited'),
]);
afterAll(() => api.close());

describe('signing in', () => {
  it('returns an access token, a refresh token and the user', async () => {
    const { status, json } = await signIn(api, 'staff');

    expect(status).toBe(200);
    expect(json).toEqual({
      token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      refreshToken: expect.stringMatching(/^[\w-]{43}$/),
      user: {
        _id: api.userId('staff'),
        name: 'staff',
        email: emailOf('staff'),
        organisation: null,
        role: 'staff',
        status: 'confirmed',
      },
    });
  });

  it('returns a token that the API accepts with or without the scheme', async () => {
    const { json } = await signIn(api, 'viewer');

    const withScheme = await api.call('GET', '/api/users/current', { token: json.token });
    const bare = await api.call('GET', '/api/users/current', {
      headers: { Authorization: json.token },
    });

    expect(withScheme.json).toEqual({
      ...json.user,
      inboxMails: expect.objectContaining({ mention: 'atOnce', watched: 'daily' }),
      language: null,
      mailTrouble: null,
      passwordExpiresAt: null,
      theme: null,
    });
    expect(bare.json).toEqual(withScheme.json);
  });

  test.each([
    ['upper case', 'STAFF@Example.ORG'],
    ['blanks around it', '  staff@example.org '],
    ['full-width letters', 'ｓｔａｆｆ@example.org'],
  ])('knows the address in %s', async (_, email) => {
    const { status } = await api.call('POST', '/api/users/login', {
      body: { email, password: PASSWORD },
    });

    expect(status).toBe(200);
  });

  it('records the time, without a new version of the user', async () => {
    const before = await api.call('GET', `/api/users/${api.userId('dev')}`, { as: 'admin' });
    await signIn(api, 'dev');
    const after = await api.call('GET', `/api/users/${api.userId('dev')}`, { as: 'admin' });

    expect(before.json.lastLoginAt).toBeNull();
    expect(Date.parse(after.json.lastLoginAt)).toBeGreaterThan(Date.now() - 60_000);
    expect(after.json._version).toBe(before.json._version);
  });

  it('renews a hash that was made with other parameters', async () => {
    const weak = await hash(PASSWORD, { memoryCost: 4096, timeCost: 1, parallelism: 1 });
    const user = await api.addUser('veteran', 'viewer');
    await api.database.query(
      'update backoffice.credentials set password_hash = $2 where user_id = $1',
      [user._id, weak],
    );

    const { status } = await signIn(api, 'veteran');

    const { rows } = await api.database.query<{ password_hash: string }>(
      'select password_hash from backoffice.credentials where user_id = $1',
      [user._id],
    );
    expect(status).toBe(200);
    expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe('a password', () => {
  it('is compared as it was sent, however long or unusual it is', async () => {
    const password = ` Ünïcode ${'x'.repeat(80)} Ends With A Blank `;
    const user = await api.addUser('exact', 'viewer');
    await api.database.query(
      'update backoffice.credentials set password_hash = $2 where user_id = $1',
      [user._id, await hash(password)],
    );
    const signInBy = async (typed: string): Promise<number> => {
      const body = { email: emailOf('exact'), password: typed };
      return (await api.call('POST', '/api/users/login', { body })).status;
    };

    const others = [password.trim(), password.toLowerCase(), password.slice(0, 72)];
    for (const other of [...others, password.normalize('NFD')])
      expect([other, await signInBy(other)]).toEqual([other, 401]);
    expect(await signInBy(password)).toBe(200);
  });

  it('stays valid for years', async () => {
    const user = await api.addUser('faithful', 'viewer');
    await api.database.query(
      `update backoffice.credentials set changed_at = now() - interval '10 years' where user_id = $1`,
      [user._id],
    );

    expect((await signIn(api, 'faithful')).status).toBe(200);
  });
});

describe('a generated password', () => {
  const generated = 'abcd-efgh-jkmn-pqrs';
  const own = 'nine quiet lakes behind';
  const logIn = (password: string) =>
    api.call('POST', '/api/users/login', { body: { email: emailOf('fresh'), password } });
  const expiry = async (token: string) =>
    (await api.call('GET', '/api/users/current', { token })).json.passwordExpiresAt;

  it('works for seven days, and a chosen one does not expire', async () => {
    const { _id } = await api.addUser('fresh', 'viewer');
    await setPassword(api.database, _id, await hashPassword(generated), { isGenerated: true });
    const { token } = (await logIn(generated)).json;
    const days = (Date.parse(await expiry(token)) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(7);

    await api.database.query(
      `update backoffice.credentials set expires_at = now() - interval '1 second' where user_id = $1`,
      [_id],
    );
    const late = await logIn(generated);
    expect([late.status, late.json.code, late.json.problems[0].params]).toEqual([
      403,
      'A055',
      { days: 7 },
    ]);
    expect((await logIn(own)).json.code).toBe('A002');

    const body = { currentPassword: generated, password: own };
    expect((await api.call('PUT', '/api/users/current', { token, body })).status).toBe(200);
    expect(await expiry(token)).toBeNull();
    expect((await logIn(own)).status).toBe(200);
  });
});

describe('a refused sign-in', () => {
  const wrongs: [string, { email: string; password: string }][] = [
    ['an unknown address', { email: 'nobody@example.org', password: PASSWORD }],
    ['a wrong password', { email: emailOf('staff'), password: 'wrong' }],
    ['a pending account with a wrong password', { email: emailOf('pending'), password: 'wrong' }],
    ['a disabled account with a wrong password', { email: emailOf('disabled'), password: 'wrong' }],
    ['an account without a password', { email: emailOf('invited'), password: PASSWORD }],
    ['no address at all', { email: 'not an address', password: PASSWORD }],
    ['an endless password', { email: emailOf('staff'), password: 'x'.repeat(300) }],
  ];

  test.each(wrongs)('gives the same answer for %s', async (_, body) => {
    const { status, json, headers } = await api.call('POST', '/api/users/login', {
      body,
      address: `10.1.0.${wrongs.findIndex(([, each]) => each === body)}`,
    });

    const { requestId, ...rest } = json;
    expect(status).toBe(401);
    expect(requestId).toBe(headers.get('X-Request-Id'));
    expect(rest).toEqual({
      type: 'urn:backoffice:problem:A002',
      title: 'Unauthorized',
      status: 401,
      detail: 'The email or password does not match an account',
      code: 'A002',
      problems: [{ code: 'A002', path: '', message: 'does not match an account' }],
    });
    expect(headers.get('Set-Cookie')).toBeNull();
  });

  test.each([
    ['pending', 'A004'],
    ['disabled', 'A005'],
  ])('tells a user who knows the password that the account is %s', async (name, code) => {
    const { status, json } = await signIn(api, name, { address: '10.2.0.1' });

    expect(status).toBe(403);
    expect(json.code).toBe(code);
  });

  test.each([
    [{ password: 'x' }, 'V001', 'email'],
    [{ email: 'a@b.c' }, 'V001', 'password'],
    [{ email: '', password: 'x' }, 'V001', 'email'],
    [{ email: 'a@b.c', password: '' }, 'V001', 'password'],
    [{ email: ['a@b.c'], password: 'x' }, 'V002', 'email'],
    [{ email: { $ne: '' }, password: 'x' }, 'V002', 'email'],
    [{ email: 'a@b.c', password: 1 }, 'V002', 'password'],
    [{ email: 'a@b.c', password: 'x', role: 'admin' }, 'V009', 'role'],
    [[], 'V002', ''],
  ])('explains what is wrong with %j', async (body, code, path) => {
    const { status, json } = await api.call('POST', '/api/users/login', { body });

    expect(status).toBe(422);
    expect(json.problems).toEqual([expect.objectContaining({ code, path })]);
  });

  it('includes forms of other sites', async () => {
    const { status, json } = await signIn(api, 'staff', {
      headers: { 'Sec-Fetch-Site': 'cross-site' },
    });

    expect(status).toBe(403);
    expect(json.code).toBe('A011');
  });

  it('ignores a token in the request', async () => {
    const { status } = await signIn(api, 'staff', { token: 'stale' });

    expect(status).toBe(200);
  });

  it('writes neither passwords nor tokens into the log', async () => {
    const { json } = await signIn(api, 'staff');
    await api.call('POST', '/api/users/login', {
      body: { email: emailOf('staff'), password: 'a-wrong-password' },
      address: '10.3.0.1',
    });

    const log = JSON.stringify(api.log);
    for (const secret of [PASSWORD, 'a-wrong-password', json.token, json.refreshToken])
      expect(log).not.toContain(secret);
    expect(log).toContain('sign-in failed');
  });
});
