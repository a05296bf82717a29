import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { passwordGate } from '../../src/api/accounts/password-hash.ts';
import { listRoutes } from '../../src/api/routes.ts';
import { emailOf, openTestApi, PASSWORD, signIn, type TestApi } from '../support/api.ts';
import { readEvents } from '../support/event-reader.ts';
import { act, lastLink, nextAddress, register } from '../support/people.ts';

let api: TestApi;
/** Everything that opens something, or of which it could be guessed, as text. */
let secrets: string[];

const browser = { 'Sec-Fetch-Site': 'same-origin' };

beforeAll(async () => {
  api = await openTestApi();
  const waiting = await register(api, 'waiting');
  const invited = { email: emailOf('guest'), role: 'viewer' };
  await api.call('POST', '/api/admin/invite', { as: 'admin', body: invited });
  const staff = await signIn(api, 'staff', { headers: browser, address: nextAddress() });
  await api.call('POST', '/api/users/forgotpassword', {
    body: { email: emailOf('staff') },
    address: nextAddress(),
  });
  const confirmed = await register(api, 'confirmed');
  await act(api, 'admin', confirmed.json._id, 'confirm');
  const { rows } = await api.database.query<{ secret: string }>(
    `select password_hash as secret from backoffice.credentials
     union select encode(refresh_hash, 'hex') from backoffice.sessions
     union select encode(companion_hash, 'base64') from backoffice.sessions where companion_hash is not null
     union select encode(hash, 'hex') from backoffice.tokens`,
  );
  secrets = [
    PASSWORD,
    waiting.headers.get('X-Auth-Token')!,
    confirmed.headers.get('X-Auth-Token')!,
    staff.json.token,
    staff.json.refreshToken,
    ...staff.headers.getSetCookie().map((cookie) => cookie.split(/[=;]/)[1]!),
    (await lastLink(api, 'guest')).token,
    (await lastLink(api, 'staff')).token,
    ...rows.map(({ secret }) => secret),
  ];
});
afterAll(() => api.close());

const found = (text: string): string[] => secrets.filter((secret) => text.includes(secret));

it('the test has secrets to look for', () => {
  expect(secrets.length).toBeGreaterThan(15);
  expect(secrets.every((secret) => secret.length > 15)).toBe(true);
  expect(found(`x${secrets[4]}x`)).toEqual([secrets[4]]);
});

describe.each(['admin', 'dev', 'staff', 'viewer'])('%s', (as) => {
  it('returns no account secret anywhere', async () => {
    const told: string[] = [];
    for (const { method, path } of listRoutes(api.descriptor)) {
      // The document has an example of a password, and it is this one.
      if (method !== 'GET' || /sse|openapi/.test(path)) continue;
      const own = api.userId('staff');
      for (const query of path.endsWith('/export') ? ['', '?format=json', '?format=csv'] : ['']) {
        const { text } = await api.call(method, path.replace(/:\w+/, own) + query, { as });
        if (found(text).length > 0) told.push(`${path}${query}: ${found(text).join(' ')}`);
      }
    }

    expect(told).toEqual([]);
  });

  test.each([
    'passwordHash=x',
    'password_hash_contains=argon2',
    'password_nnull=true',
    'refresh_hash=x',
    'credentials.password_hash_starts=%24argon2',
    'where={"credentials.password_hash_nnull":true}',
    'where={"count(credentials.user_id)_gte":1}',
    '_sort=password_hash',
    '_fields=password_hash',
    '_fields=*',
  ])('cannot be queried by a secret: %s', async (query) => {
    if (as === 'viewer') return;
    const { status } = await api.call('GET', `/api/users?${query}`, { as });

    expect([400, 403]).toContain(status);
  });
});

it('no event contains a secret', async () => {
  const request = new Request('http://localhost/api/sse/', {
    headers: { Authorization: `Bearer ${await api.tokenOf('admin')}` },
  });
  const stream = readEvents(await api.api.fetch(request, { address: '127.0.0.1' }));
  await expect.poll(() => stream.events.length).toBeGreaterThan(0);

  const { json } = await register(api, 'late');
  await act(api, 'admin', json._id, 'confirm');
  await expect.poll(() => stream.text()).toContain(json._id);
  await stream.stop();

  expect(stream.text()).toContain('record.created');
  expect(stream.text()).not.toMatch(/argon2|@/);
});

it('writes no secret into the log, the history or the audit', async () => {
  const { rows } = await api.database.query<{ text: string }>(
    `select (select coalesce(string_agg(h::text, ' '), '') from backoffice.history h)
       || (select coalesce(string_agg(a::text, ' '), '') from backoffice.audit a) as text`,
  );

  expect(rows[0]!.text).toContain(emailOf('waiting'));
  expect(found(rows[0]!.text)).toEqual([]);
  expect(found(JSON.stringify(api.log))).toEqual([]);
});

it('queues at most 50 hashes for a core', async () => {
  let finish = (): void => {};
  const held = new Promise<void>((resolve) => (finish = resolve));
  const running = Math.max(1, availableParallelism() - 1);
  const all = Array.from({ length: running + 50 }, () => passwordGate(() => held));

  expect(await passwordGate(async () => {})).toBeUndefined();

  finish();
  expect(await Promise.all(all)).not.toContain(undefined);
});
