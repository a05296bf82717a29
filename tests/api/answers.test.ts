import { afterAll, describe, expect, it, test } from 'vitest';
import { openTestApi } from '../support/api.ts';

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
