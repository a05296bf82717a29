import { afterAll, describe, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { makeKey } from '../support/api-keys.ts';
import { emailOf, openTestApi, PASSWORD, type TestApi } from '../support/api.ts';
import { librarySource } from '../support/library.ts';

const shop = 'https://shop.example.org';
const other = 'https://shop.example.org.evil.example';
const source = structuredClone(librarySource) as any;
source.resources.books.public = { fields: ['title'] };
const descriptor = toDescriptor(source);

const closed = await openTestApi({ descriptor: () => descriptor });
const open = await closed.openReplica({ corsOrigins: [shop, 'http://localhost:5173'] });
const published = await closed.openReplica({ corsOrigins: ['*', shop] });
const { token } = await makeKey(closed, 'staff', { books: { operations: ['list', 'read'] } });
// Long enough to be compressed.
const blurb = 'x'.repeat(3_000);
await closed.call('POST', '/api/books', {
  as: 'admin',
  body: { _id: 'b1', title: 'One', blurb },
});
afterAll(async () => {
  await published.close();
  await open.close();
  await closed.close();
});

const preflight = (api: TestApi, path: string, origin: string) =>
  api.call('OPTIONS', path, {
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'PATCH',
      'Access-Control-Request-Headers': 'authorization,if-match',
    },
  });

const allowed = (headers: Headers) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));

describe('without allowed origins', () => {
  test('other sites get no headers', async () => {
    const { headers } = await closed.call('GET', '/api/books', {
      token,
      headers: { Origin: shop },
    });
    const asked = await preflight(closed, '/api/books/b1', shop);

    expect([...allowed(headers), ...allowed(asked.headers)]).toEqual([]);
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
  });
});

describe('an allowed origin', () => {
  test('can send the methods of the path and the headers of the API', async () => {
    const { status, headers } = await preflight(open, '/api/books/b1', shop);

    expect(status).toBe(204);
    expect(headers.get('Access-Control-Allow-Origin')).toBe(shop);
    expect(headers.get('Access-Control-Allow-Methods')).toBe('GET, HEAD, PATCH, DELETE, OPTIONS');
    for (const name of ['Authorization', 'Content-Type', 'If-Match', 'Idempotency-Key'])
      expect(headers.get('Access-Control-Allow-Headers')).toContain(name);
    expect(headers.get('Access-Control-Max-Age')).toBe('7200');
    expect(headers.get('Vary')).toBe('Origin');
  });

  test.each(['identity', 'gzip', 'br'])(
    'reads answers and their headers, sent as %s',
    async (as) => {
      const headers = { Authorization: `Bearer ${token}`, Origin: shop, 'Accept-Encoding': as };
      const request = new Request('http://localhost/api/books', { headers });
      const answer = await open.api.fetch(request, { address: '127.0.0.1' });

      expect(answer.status).toBe(200);
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(shop);
      expect(answer.headers.get('Vary')).toBe('Accept-Encoding, Origin');
      expect(answer.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
      const exposed = answer.headers.get('Access-Control-Expose-Headers')!.split(', ');
      expect(exposed).toEqual(
        expect.arrayContaining([
          'RateLimit',
          'RateLimit-Policy',
          'Retry-After',
          'ETag',
          'Content-Disposition',
        ]),
      );
    },
  );

  test.each([
    ['without a token', '/api/books', 401],
    ['of a path that is not there', '/api/nothing', 404],
    ['of a query that is too long', `/api/books?q=${'x'.repeat(9_000)}`, 414],
  ])('reads the refusal %s', async (_, path, status) => {
    const answer = await open.call('GET', path, { headers: { Origin: shop } });

    expect(answer.status).toBe(status);
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(shop);
  });

  test('cannot send cookies, and cannot sign in', async () => {
    const headers = { Origin: shop, 'Sec-Fetch-Site': 'cross-site' };
    const body = { email: emailOf('staff'), password: PASSWORD };

    const answers = [
      await open.call('POST', '/api/users/login', { body, headers }),
      await open.call('POST', '/api/users/refreshtoken', { body: {}, headers }),
      await open.call('GET', '/api/books', { token, headers }),
      await preflight(open, '/api/users/login', shop),
    ];

    expect(answers[0]?.json.code).toBe('A011');
    expect(answers[0]?.headers.get('Set-Cookie')).toBeNull();
    for (const answer of answers)
      expect(answer.headers.get('Access-Control-Allow-Credentials')).toBeNull();
  });
});

test.each([other, 'http://shop.example.org', 'https://shop.example.org:444', 'null', ''])(
  'gets no headers as %j, which is not in the list, and caches distinguish origins',
  async (origin) => {
    const read = await open.call('GET', '/api/books', { token, headers: { Origin: origin } });
    const asked = await preflight(open, '/api/books', origin);

    expect([...allowed(read.headers), ...allowed(asked.headers)]).toEqual([]);
    expect(read.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
    expect(read.headers.get('Vary')).toContain('Origin');
  },
);

describe('allowed origins with *', () => {
  test('open published records to all sites, with one response for all caches', async () => {
    const { status, headers, json } = await published.call('GET', '/api/public/books', {
      headers: { Origin: other },
    });

    expect([status, json.data[0].title]).toEqual([200, 'One']);
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(headers.get('Access-Control-Allow-Credentials')).toBeNull();
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
    expect(headers.get('Vary') ?? '').not.toContain('Origin');
  });

  test.each(['/api/books', '/api/publications', '/api/public', '/api/public/../books'])(
    'open nothing else: %s',
    async (path) => {
      const { headers } = await published.call('GET', path, { token, headers: { Origin: other } });

      expect(allowed(headers)).toEqual([]);
    },
  );
});
