import { afterAll, describe, expect, it, test } from 'vitest';
import { openTestApi } from '../support/api.ts';

const api = await openTestApi();
afterAll(() => api.close());

describe('a path', () => {
  test.each([
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/nope'],
    ['GET', '/API/authors'],
    ['GET', '/api/Authors'],
    ['GET', '//api/authors'],
    ['GET', '/api//authors'],
    ['GET', '/api/authors/a/b'],
    ['GET', '/api/authors/a/'],
    ['GET', '/api/users/current/'],
    ['POST', '/api/users/forgotpassword/x'],
    ['GET', '/'],
    ['GET', '/api/authors;x=1'],
    ['GET', '/api/authors%2fa'],
  ])('%s %s does not exist', async (method, path) => {
    const { status, json } = await api.call(method, path, {
      as: 'admin',
      ...(method === 'POST' ? { body: {} } : {}),
    });

    expect(status).toBeGreaterThanOrEqual(404);
    expect(status).toBeLessThanOrEqual(405);
    expect(['Q013', 'Q014']).toContain(json.code);
  });

  test.each([
    ['DELETE', '/api/authors', 'GET, HEAD, POST, PUT, OPTIONS'],
    ['PATCH', '/api/authors', 'GET, HEAD, POST, PUT, OPTIONS'],
    ['PUT', '/api/authors/a1', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
    ['POST', '/api/authors/a1', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
    ['GET', '/api/authors/bulk', 'POST, OPTIONS'],
    ['GET', '/api/users/login', 'POST, OPTIONS'],
    ['DELETE', '/api/users/current', 'GET, HEAD, PUT, OPTIONS'],
    ['POST', '/api/config', 'GET, HEAD, OPTIONS'],
    ['PROPFIND', '/api/config', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
  ])('%s %s names the accepted methods', async (method, path, allow) => {
    const { status, json, headers } = await api.call(method, path, { as: 'admin' });

    expect(status).toBe(405);
    expect(json.code).toBe('Q014');
    expect(headers.get('Allow')).toBe(allow);
  });

  test.each([
    ['/api/authors/a%00b', 404, 'S001', ''],
    ['/api/jobs/%00', 404, 'S001', ''],
    ['/api/search?q=a%00b', 400, 'V013', 'q'],
    ['/api/authors?_after=%00', 400, 'V013', '_after'],
    ['/api/admin/audit?q=x&q=a%00', 400, 'V013', 'q'],
    ['/api/config?%00=1', 400, 'V013', '\0'],
  ])('%s has a character that cannot be stored: %i', async (path, status, code, place) => {
    const { status: answered, json } = await api.call('GET', path, { as: 'admin' });

    expect([answered, json.code, json.problems[0].path]).toEqual([status, code, place]);
  });

  it('answers OPTIONS with its methods', async () => {
    const { status, headers, text } = await api.call('OPTIONS', '/api/authors');

    expect(status).toBe(204);
    expect(text).toBe('');
    expect(headers.get('Allow')).toBe('GET, HEAD, POST, PUT, OPTIONS');
    expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
  });

  it('answers HEAD as GET, without the body', async () => {
    const get = await api.call('GET', '/api/authors', { as: 'staff' });
    const head = await api.call('HEAD', '/api/authors', { as: 'staff' });

    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    for (const name of ['X-Total-Count', 'Content-Type', 'Content-Length', 'Cache-Control'])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
  });

  it('can end with a slash if it is a list', async () => {
    const { status } = await api.call('GET', '/api/authors/', { as: 'staff' });

    expect(status).toBe(200);
  });

  test.each(['/api/config', '/api/users/current', '/api/info', '/healthz', '/api/authors/a1'])(
    '%s refuses parameters',
    async (path) => {
      const { status, json } = await api.call('GET', `${path}?x=1`, { as: 'admin' });

      expect(status).toBe(400);
      expect(json.problems).toEqual([expect.objectContaining({ code: 'Q001', path: 'x' })]);
    },
  );
});
