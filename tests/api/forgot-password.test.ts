import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';
import { emailOf, openTestApi } from '../support/api.ts';
import { lastLink, mailsTo, nextAddress } from '../support/people.ts';

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
