import { afterAll, describe, expect, it, test } from 'vitest';
import { openTestApi, emailOf, PASSWORD } from '../support/api.ts';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

const api = await openTestApi();

afterAll(() => api.close());

describe('an answer', () => {
  const everywhere = {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  };

  test.each([
    ['GET', '/api/authors'],
    ['GET', '/api/authors/none'],
    ['GET', '/api/nope'],
    ['DELETE', '/api/config'],
    ['OPTIONS', '/api/config'],
    ['GET', '/healthz'],
    ['GET', '/api/authors?nope=1'],
  ])('of %s %s is not cached and runs nowhere', async (method, path) => {
    const { headers } = await api.call(method, path, { as: 'staff' });

    expect(Object.fromEntries(headers)).toMatchObject(
      Object.fromEntries(
        Object.entries(everywhere).map(([name, value]) => [name.toLowerCase(), value]),
      ),
    );
    expect(headers.get('X-Request-Id')).toMatch(/^[\w-]{36}$/);
  });

  it('carries the request ID of a proxy if it is valid', async () => {
    const idFor = async (given: string) =>
      (await api.call('GET', '/healthz', { headers: { 'X-Request-Id': given } })).headers.get(
        'X-Request-Id',
      );

    expect(await idFor('abc-12345')).toBe('abc-12345');
    for (const odd of ['x y', 'abc-1234 5', 'short', 'x'.repeat(65), 'ab"c=12345'])
      expect(await idFor(odd)).toMatch(/^[\w-]{36}$/);
  });
});

describe('the log', () => {
  it('has a line for each call, without the searched text', async () => {
    await api.call('GET', '/api/authors?q=somebody', { as: 'staff' });

    const line = api.log.at(-1)!;
    expect(line).toMatchObject({
      level: 'info',
      method: 'GET',
      path: '/api/authors',
      status: 200,
      userId: api.userId('staff'),
      requestId: expect.any(String),
      ms: expect.any(Number),
    });
    expect(JSON.stringify(line)).not.toContain('somebody');
  });
});

await api.database.query(
  `insert into "books" (_id, title) select 'b' || n, 'A rather long title of book ' || n from generate_series(1, 100) n`,
);

async function get(path: string, encoding: string, init: RequestInit = {}): Promise<Response> {
  const headers = {
    Authorization: `Bearer ${await api.tokenOf('staff')}`,
    'Accept-Encoding': encoding,
  };
  return api.api.fetch(new Request(`http://localhost${path}`, { headers, ...init }));
}

const list = '/api/books?_perPage=100';

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
  ['gzip;q=1, br;q=0', 'gzip', gunzipSync],
])('an answer to Accept-Encoding %s is compressed with %s', async (accepted, encoding, unpack) => {
  const plain = await (await get(list, 'identity')).text();

  const response = await get(list, accepted);

  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get('Content-Encoding')).toBe(encoding);
  expect(response.headers.get('Vary')).toBe('Accept-Encoding');
  expect(Number(response.headers.get('Content-Length'))).toBe(bytes.length);
  expect(bytes.length).toBeLessThan(plain.length / 4);
  expect(unpack(bytes).toString()).toBe(plain);
});

test.each(['identity', '', 'br;q=0', 'zstd'])(
  'an answer to Accept-Encoding "%s" is not compressed',
  async (accepted) => {
    const response = await get(list, accepted);

    expect(response.headers.get('Content-Encoding')).toBeNull();
    expect(response.headers.get('Vary')).toBe('Accept-Encoding');
    expect(((await response.json()) as { total: number }).total).toBe(100);
  },
);

it('compresses other answers too, from a thousand characters on', async () => {
  const settings = '/api/users/current/settings';
  const headers = async (length: number, encoding: string) => {
    const body = JSON.stringify('x'.repeat(length - 2));
    await api.call('PUT', `${settings}/long`, { as: 'staff', body });
    return (await get(`${settings}/long`, encoding)).headers.get('Content-Encoding');
  };

  expect([await headers(999, 'br'), await headers(1_000, 'BR')]).toEqual([null, 'br']);
  const whole = await get(`${settings}/long`, 'gzip');
  expect(gunzipSync(await whole.arrayBuffer())).toHaveLength(1_000);
});

it('does not compress small answers', async () => {
  const response = await get('/api/users/current', 'br');

  expect(response.headers.get('Content-Encoding')).toBeNull();
});

it('never compresses an answer with a token', async () => {
  const response = await api.api.fetch(
    new Request('http://localhost/api/users/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Accept-Encoding': 'br, gzip' },
      body: JSON.stringify({ email: emailOf('staff'), password: PASSWORD }),
    }),
  );

  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Encoding')).toBeNull();
});
