import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';
import { emailOf, openTestApi, signIn, type TestAnswer, type TestCall } from '../support/api.ts';
import { mailsTo, noted } from '../support/people.ts';

const api = await openTestApi();
afterAll(() => api.close());

const browser = { 'Sec-Fetch-Site': 'same-origin' };

type Browser = { refreshToken: string; cookie: string };

function refresh(refreshToken: string, headers: Record<string, string> = {}): Promise<TestAnswer> {
  const body = { email: emailOf('staff'), refreshToken };
  return api.call('POST', '/api/auth/refresh', { body, headers });
}

function refreshIn({ refreshToken, cookie }: Browser): Promise<TestAnswer> {
  return refresh(refreshToken, { ...browser, Cookie: `theme=dark; ${cookie}` });
}

function cookieOf({ headers }: TestAnswer): string {
  return headers.get('Set-Cookie')?.split(';')[0] ?? '';
}

async function openBrowser(call: TestCall = {}): Promise<Browser> {
  const answer = await signIn(api, 'staff', { headers: browser, ...call });
  return { refreshToken: answer.json.refreshToken, cookie: cookieOf(answer) };
}

async function endedBecause(refreshToken: string): Promise<string | null | undefined> {
  const { rows } = await api.database.query<{ ended_because: string | null }>(
    `select ended_because from backoffice.sessions where refresh_hash = sha256($1::bytea)`,
    [Buffer.from(refreshToken)],
  );
  return rows[0]?.ended_because;
}

describe('a client that keeps no cookies', () => {
  let refreshToken: string;
  beforeEach(async () => {
    refreshToken = (await signIn(api, 'staff')).json.refreshToken;
  });

  it('gets a new token for its refresh token any number of times', async () => {
    const first = await refresh(refreshToken);
    const second = await refresh(refreshToken);

    expect([first.status, second.status]).toEqual([200, 200]);
    expect(Object.keys(first.json)).toEqual(['token']);
    expect(first.headers.get('Set-Cookie')).toBeNull();
    const { status } = await api.call('GET', '/api/users/current', { token: second.json.token });
    expect(status).toBe(200);
  });

  test.each([
    ['of another user', { email: emailOf('viewer') }],
    ['that is unknown', { refreshToken: 'x'.repeat(43) }],
  ])('is refused with a refresh token %s', async (_, change) => {
    const body = { email: emailOf('staff'), refreshToken, ...change };
    const { status, json } = await api.call('POST', '/api/auth/refresh', { body });

    expect(status).toBe(401);
    expect(json.code).toBe('A003');
  });

  test.each([
    ['expired', `expires_at = now()`],
    ['ended', `ended_at = now()`],
  ])('is refused when the session is %s', async (_, change) => {
    await api.database.query(
      `update backoffice.sessions set ${change} where refresh_hash = sha256($1::bytea)`,
      [Buffer.from(refreshToken)],
    );

    expect((await refresh(refreshToken)).status).toBe(401);
  });

  it('keeps the token for fourteen days at first', async () => {
    const { rows } = await api.database.query<{ hours: number }>(
      `select (extract(epoch from expires_at - created_at) / 3600)::float as hours
       from backoffice.sessions where refresh_hash = sha256($1::bytea)`,
      [Buffer.from(refreshToken)],
    );

    expect(rows[0]?.hours).toBeCloseTo(14 * 24, 1);
  });

  test.each([
    [{ email: 'a@b.c' }, 'refreshToken'],
    [{ refreshToken: 'x' }, 'email'],
    [{ email: 'a@b.c', refreshToken: ['x'] }, 'refreshToken'],
  ])('gets the problem of %j', async (body, path) => {
    const { status, json } = await api.call('POST', '/api/auth/refresh', { body });

    expect(status).toBe(422);
    expect(json.problems[0].path).toBe(path);
  });
});

describe('a browser', () => {
  it('gets a refresh cookie that scripts cannot read and other sites do not get', async () => {
    const { headers } = await signIn(api, 'staff', { headers: browser });

    expect(headers.getSetCookie()[0]).toMatch(
      /^__Host-backoffice=[\w-]{22}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
  });

  it('gets none over plain http to another machine, because it would not store it', async () => {
    const request = new Request('http://192.0.2.1/api/users/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...browser },
      body: JSON.stringify({ email: emailOf('staff'), password: 'correct horse battery staple' }),
    });

    const response = await api.api.fetch(request);

    expect(response.status).toBe(200);
    expect(response.headers.get('Set-Cookie')).toBeNull();
  });

  it('gets another refresh cookie with each refresh', async () => {
    const session = await openBrowser();

    const first = await refreshIn(session);
    const second = await refreshIn({ ...session, cookie: cookieOf(first) });

    expect([first.status, second.status]).toEqual([200, 200]);
    expect(new Set([session.cookie, cookieOf(first), cookieOf(second)]).size).toBe(3);
  });

  it('is refused without the refresh cookie, so that a copied refresh token is useless', async () => {
    const { refreshToken } = await openBrowser();

    expect((await refresh(refreshToken)).status).toBe(401);
    expect((await refresh(refreshToken, browser)).status).toBe(401);
  });

  it('can use the previous refresh cookie for ten seconds, as two tabs do', async () => {
    const session = await openBrowser();
    await refreshIn(session);

    const { status, headers } = await refreshIn(session);

    expect(status).toBe(200);
    expect(headers.get('Set-Cookie')).toBeNull();
  });

  it('ends the session when an old refresh cookie is used', async () => {
    const session = await openBrowser();
    const first = await refreshIn(session);
    await api.database.query(
      `update backoffice.sessions set companion_rotated_at = companion_rotated_at - interval '11 seconds'`,
    );

    const reused = await refreshIn(session);
    const owner = await refreshIn({ ...session, cookie: cookieOf(first) });
    const token = await api.call('GET', '/api/users/current', { token: first.json.token });

    expect([reused.status, owner.status, token.status]).toEqual([401, 401, 401]);
    expect(await endedBecause(session.refreshToken)).toBe('reuse');
    expect(api.log.some(({ message }) => message.includes('was reused'))).toBe(true);
  });

  it('notifies its owner once, and records it', async () => {
    await api.database.query('delete from backoffice.outbox');
    const session = await openBrowser();
    const first = await refreshIn(session);
    await refreshIn({ ...session, cookie: cookieOf(first) });

    await Promise.all(Array.from({ length: 5 }, () => refreshIn(session)));

    expect(await mailsTo(api, emailOf('staff'))).toMatchObject([
      { kind: 'sessionReuse', data: { address: '127.0.0.1' } },
    ]);
    const entries = (await noted(api)).filter(({ action }) => action === 'refreshReused');
    expect(entries.at(-1)).toMatchObject({ actor: api.userId('staff') });
  });

  it('ends the session when a refresh cookie of two refreshes ago is used, however soon', async () => {
    const session = await openBrowser();
    const first = await refreshIn(session);
    await refreshIn({ ...session, cookie: cookieOf(first) });

    expect((await refreshIn(session)).status).toBe(401);
    expect(await endedBecause(session.refreshToken)).toBe('reuse');
  });

  it('rotates the cookie once for fifty refreshes at once, and refuses none', async () => {
    const session = await openBrowser();

    const answers = await Promise.all(Array.from({ length: 50 }, () => refreshIn(session)));

    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    const cookies = answers.map(cookieOf).filter((cookie) => cookie !== '');
    expect(cookies).toHaveLength(1);
    expect((await refreshIn({ ...session, cookie: cookies[0]! })).status).toBe(200);
  });

  test.each([
    ['of another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['of a sister site', { 'Sec-Fetch-Site': 'same-site' }],
    ['of another origin, in an old browser', { Origin: 'https://evil.example' }],
    ['of no origin', { Origin: 'null' }],
  ])('is refused on behalf of a page %s', async (_, headers) => {
    const { refreshToken, cookie } = await openBrowser();

    const { status, json } = await refresh(refreshToken, { Cookie: cookie, ...headers });

    expect(status).toBe(403);
    expect(json.code).toBe('A011');
    const out = await api.call('POST', '/api/users/logout', { as: 'staff', headers });
    expect([out.status, out.json.code]).toEqual([403, 'A011']);
  });
});

it('a client that refreshes all the time is limited', async () => {
  const { json } = await signIn(api, 'staff');
  const answers = await Promise.all(Array.from({ length: 110 }, () => refresh(json.refreshToken)));

  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(1);
  expect(Number(refused[0]?.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
});
