import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, it, test } from 'vitest';
import { emailOf, openTestApi, PASSWORD } from '../support/api.ts';

const api = await openTestApi();
await api.database.query(
  `insert into "books" (_id, title) select 'b' || n, 'A rather long title of book ' || n from generate_series(1, 100) n`,
);
afterAll(() => api.close());

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
