import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';
import { emailOf, openTestApi, PASSWORD, signIn } from '../support/api.ts';
import { lastLink, mailsTo, nextAddress, noted } from '../support/people.ts';

let name: string;

let count = 0;

const api = await openTestApi({ publicUrl: 'https://office.example.org' });

afterAll(() => api.close());

/** A user for each test: what is counted and mailed for one is not that of another. */
beforeEach(async () => {
  name = `kuser${(count += 1)}`;
  await api.addUser(name, 'viewer');
});

const NEW = 'another fine password';

function forgot(email: unknown, headers: Record<string, string> = {}) {
  const body = { email };
  return api.call('POST', '/api/users/forgotpassword', { body, headers, address: nextAddress() });
}

function reset(link: { id: string; token: string }, password = NEW, address = nextAddress()) {
  return api.call('POST', '/api/users/resetpassword', { body: { ...link, password }, address });
}

const statusWith = async (password: string): Promise<number> => {
  const body = { email: emailOf(name), password };
  const call = { body, address: nextAddress() };
  return (await api.call('POST', '/api/users/login', call)).status;
};

describe('the link for a password', () => {
  beforeEach(() => forgot(emailOf(name)));

  it('sets a new password once, and notifies its owner', async () => {
    const link = await lastLink(api, name);

    const first = await reset(link);
    const second = await reset(link, 'yet another password');

    expect(first.status).toBe(204);
    expect([second.status, second.json.problems]).toEqual([
      400,
      [expect.objectContaining({ code: 'A014', path: 'token' })],
    ]);
    expect(await statusWith(NEW)).toBe(200);
    expect(await statusWith(PASSWORD)).toBe(401);
    expect((await mailsTo(api, emailOf(name))).at(-1)).toMatchObject({ kind: 'passwordChanged' });
    const own = (await noted(api)).filter(({ record }) => record === api.userId(name));
    expect(own.map(({ action }) => action)).toEqual([
      'passwordForgotten',
      'passwordReset',
      'signInFailed',
    ]);
  });

  it('works for one of twenty simultaneous requests', async () => {
    const link = await lastLink(api, name);

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => reset(link, `password number ${at}`)),
    );

    const won = answers.filter(({ status }) => status === 204);
    expect(won).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 400]));
    expect(await statusWith(`password number ${answers.indexOf(won[0]!)}`)).toBe(200);
  });

  it('works only once if the links of two mails are used at once', async () => {
    const first = await lastLink(api, name);
    await forgot(emailOf(name));
    const second = await lastLink(api, name);

    const answers = await Promise.all([
      reset(first, 'by the first'),
      reset(second, 'by the second'),
    ]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 400]);
  });

  it('ends every session of the user', async () => {
    const { json } = await signIn(api, name, { address: nextAddress() });

    await reset(await lastLink(api, name));

    const asked = await api.call('GET', '/api/users/current', { token: json.token });
    const body = { email: emailOf(name), refreshToken: json.refreshToken };
    const refreshed = await api.call('POST', '/api/auth/refresh', { body });
    expect([asked.status, refreshed.status]).toEqual([401, 401]);
  });

  test.each([
    ['short', 'V004'],
    ['12345678', 'V028'],
    ['aaaaaaaaaa', 'V028'],
  ])('stays valid after a rejected password: %s', async (password, code) => {
    const link = await lastLink(api, name);

    const refused = await reset(link, password);

    expect(refused.status).toBe(422);
    expect(refused.json.problems).toMatchObject([{ path: 'password', code }]);
    expect((await reset(link)).status).toBe(204);
  });

  test.each<[string, (link: { id: string; token: string }) => object]>([
    ['of somebody else', ({ token }) => ({ id: api.userId('viewer'), token })],
    ['of nobody', ({ token }) => ({ id: 'nobody', token })],
    ['with another token', ({ id }) => ({ id, token: 'x'.repeat(43) })],
    ['with its token cut short', ({ id, token }) => ({ id, token: token.slice(0, -1) })],
    ['with its token in capitals', ({ id, token }) => ({ id, token: token.toUpperCase() })],
    ['with the hash of its token', ({ id }) => ({ id, token: Buffer.alloc(32).toString('hex') })],
    ['with what SQL would like', ({ id }) => ({ id, token: "' or 1=1 --" })],
  ])('opens nothing %s', async (_, change) => {
    const link = await lastLink(api, name);

    const { status, json } = await reset(change(link) as typeof link);

    expect([status, json.code]).toEqual([400, 'A014']);
    expect(await statusWith(PASSWORD)).toBe(200);
  });

  test.each([
    [{ id: ['x'] }, 'id'],
    [{ token: { $ne: '' } }, 'token'],
    [{ email: 'x@example.org' }, 'email'],
    [{ role: 'admin' }, 'role'],
  ])('refuses a body with %j', async (changes, path) => {
    const link = await lastLink(api, name);
    const body = { ...link, password: NEW, ...changes };

    const { status, json } = await api.call('POST', '/api/users/resetpassword', {
      body,
      address: nextAddress(),
    });

    expect([status, json.problems[0].path]).toEqual([422, path]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['an hour later', () => api.database.query('update backoffice.tokens set expires_at = now()')],
    ['once the address is another one', () => patch({ email: `new.${emailOf(name)}` })],
    ['once the account is disabled', () => patch({ status: 'disabled' })],
    [
      'once the password was changed',
      async () => {
        const { json } = await signIn(api, name, { address: nextAddress() });
        const body = { currentPassword: PASSWORD, password: 'changed by its owner' };
        return await api.call('PUT', '/api/users/current', { token: json.token, body });
      },
    ],
  ])('opens nothing %s', async (_, end) => {
    const link = await lastLink(api, name);
    await end();

    expect((await reset(link)).status).toBe(400);
  });
});

function patch(body: object) {
  const path = `/api/users/${api.userId(name)}`;
  return api.call('PATCH', path, { as: 'admin', body, headers: { 'If-Match': '*' } });
}

it('a pending user sets another password, and stays pending', async () => {
  await patch({ status: 'pending' });
  await forgot(emailOf(name));

  expect((await reset(await lastLink(api, name))).status).toBe(204);
  expect(await statusWith(NEW)).toBe(403);
});

describe('a forgotten password', () => {
  it('emails a link to the stored address, in whatever spelling the user typed', async () => {
    const { status, text } = await forgot(`  ${emailOf(name).toUpperCase()} `);

    expect([status, text]).toEqual([204, '']);
    expect(await mailsTo(api, emailOf(name))).toEqual([
      {
        kind: 'passwordReset',
        to: emailOf(name),
        language: 'en',
        data: { userId: api.userId(name) },
        token: expect.stringMatching(/^[\w-]{43}$/),
        goodUntil: expect.any(String),
      },
    ]);
  });

  it('stores only a hash of the token, except in the waiting mail', async () => {
    await forgot(emailOf(name));
    const { token } = await lastLink(api, name);

    const { rows } = await api.database.query<{ whole: string }>(
      'select t::text as whole from backoffice.tokens t where user_id = $1',
      [api.userId(name)],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.whole).not.toContain(token);
    expect(rows[0]!.whole).not.toContain(Buffer.from(token).toString('hex'));
  });

  test.each<[string, () => unknown]>([
    ['an unknown address', () => 'nobody@example.org'],
    ['no address at all', () => 'none'],
    ['a twin in other letters', () => emailOf(name).replace('s', 'ſ')],
    ['a twin that becomes it in small letters', () => emailOf(name).replace('k', '\u212A')],
    ['a full-width twin', () => emailOf(name).replace('u', 'ｕ')],
    ['two addresses', () => `${emailOf(name)}, thief@example.org`],
    ['a header in it', () => `${emailOf(name)}\r\nBcc: thief@example.org`],
  ])('answers the same to %s, and mails nobody', async (_, email) => {
    const before = await mailsTo(api);

    const { status, text } = await forgot(email());

    expect([status, text]).toEqual([204, '']);
    expect(await mailsTo(api)).toHaveLength(before.length);
    expect(await mailsTo(api, 'thief@example.org')).toEqual([]);
  });

  test.each([[['a@example.org', 'b@example.org']], [{ $gt: '' }], [null], [''], [7]])(
    'refuses %j',
    async (email) => {
      expect((await forgot(email)).status).toBe(422);
    },
  );

  it('takes nothing from the headers of a request: links are made from PUBLIC_URL', async () => {
    await forgot(emailOf(name), {
      'X-Forwarded-Host': 'evil.example',
      Origin: 'https://evil.example',
    });

    expect(JSON.stringify(await mailsTo(api, emailOf(name)))).not.toContain('evil');
  });

  it('does not open a disabled account', async () => {
    await api.database.query(`update users set status = 'disabled' where _id = $1`, [
      api.userId(name),
    ]);

    expect((await forgot(emailOf(name))).status).toBe(204);
    expect(await mailsTo(api, emailOf(name))).toEqual([]);
  });

  it('still answers an office in which one user repeats the request all day', async () => {
    const address = nextAddress();
    const press = (email: string) =>
      api.call('POST', '/api/users/forgotpassword', { body: { email }, address });
    for (let time = 1; time <= 110; time += 1) await press('impatient@example.org');

    expect((await press(emailOf(name))).status).toBe(204);
    expect(await mailsTo(api, emailOf(name))).toHaveLength(1);
  });

  it('limits the number of addresses per network', async () => {
    const address = nextAddress();
    const statuses: number[] = [];
    for (let time = 1; time <= 101; time += 1) {
      const body = { email: `${name}.${time}@example.org` };
      statuses.push(
        (await api.call('POST', '/api/users/forgotpassword', { body, address })).status,
      );
    }

    expect(statuses).toEqual([...Array(100).fill(204), 429]);
  });

  it('makes the browser known that uses the link', async () => {
    await forgot(emailOf(name));
    const body = { ...(await lastLink(api, name)), password: NEW };
    const headers = { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://office.example.org' };

    const done = await api.call('POST', '/api/users/resetpassword', { body, headers });

    expect(done.headers.getSetCookie().join()).toContain('__Host-backoffice-device=');
  });

  it('sends three mails an hour, each with a link that works', async () => {
    for (let time = 1; time <= 5; time += 1) expect((await forgot(emailOf(name))).status).toBe(204);
    const [first] = await mailsTo(api, emailOf(name));

    expect(await mailsTo(api, emailOf(name))).toHaveLength(3);
    expect((await reset({ id: api.userId(name), token: first!.token! })).status).toBe(204);
  });
});
