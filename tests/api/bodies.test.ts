import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { MOST_MEMBERS, scanJson } from '../../src/api/http/json-body.ts';
import { openTestApi, PASSWORD, type TestApi } from '../support/api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

describe('a body is refused', () => {
  const deep = `{"extra":${'['.repeat(40)}${']'.repeat(40)}}`;
  const wide = JSON.stringify(
    Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`k${at}`, 1])),
  );
  const json = 'application/json';
  const cases: [string, string, string, number, string][] = [
    ['as a form', 'application/x-www-form-urlencoded', 'name=Ann', 415, 'Q011'],
    ['as text', 'text/plain', '{"name":"Ann"}', 415, 'Q011'],
    ['as multipart', 'multipart/form-data; boundary=x', '--x--', 415, 'Q011'],
    ['of a type that only looks like it', 'application/jsonp', '{}', 415, 'Q011'],
    ['when it is no JSON', json, '{"name":', 400, 'Q005'],
    ['when it breaks off in a text', json, '{"name":"An', 400, 'Q005'],
    ['when it is two values', json, '{} {}', 400, 'Q005'],
    ['with a comma too many', json, '{"name":"Ann",}', 400, 'Q005'],
    ['with NaN', json, '{"name":NaN}', 400, 'Q005'],
    ['when it is empty', json, '', 400, 'Q015'],
    ['with __proto__', json, '{"name":"Ann","__proto__":{"role":"admin"}}', 400, 'V020'],
    ['with an escaped __proto__', json, '{"name":"Ann","\\u005f_proto__":{}}', 400, 'V020'],
    ['with __proto__ further in', json, '{"name":"Ann","x":[{"__proto__":1}]}', 400, 'V020'],
    ['with constructor.prototype', json, '{"constructor":{"prototype":{"a":1}}}', 400, 'V020'],
    ['nested too deep', json, deep, 400, 'V019'],
    ['with keys by the thousand', json, wide, 400, 'V016'],
    ['with NUL', json, '{"name":"A\\u0000"}', 400, 'V013'],
    ['with NUL in a key', json, '{"a\\u0000b":1}', 400, 'V013'],
    ['with a lone surrogate', json, '{"name":"\\ud800"}', 400, 'V013'],
    ['over a megabyte', json, JSON.stringify({ name: 'x'.repeat(1_000_001) }), 413, 'Q012'],
    [
      'of empty objects by the hundred thousand',
      json,
      `{"a":[${'{},'.repeat(200_000)}{}]}`,
      400,
      'V016',
    ],
    ['of numbers by the hundred thousand', json, `[${'1,'.repeat(200_000)}1]`, 400, 'V016'],
    ['of brackets alone', json, '['.repeat(900_000), 400, 'V019'],
    ['when it is a list', json, '[]', 422, 'V002'],
    ['when it is null', json, 'null', 422, 'V002'],
    ['when it is a text', json, '"Ann"', 422, 'V002'],
  ];

  test.each(cases)('%s', async (_, type, body, status, code) => {
    const answer = await api.call('POST', '/api/authors', {
      as: 'staff',
      body,
      headers: { 'Content-Type': type },
    });

    expect(answer.json.code).toBe(code);
    expect(answer.status).toBe(status);
  });

  it('if it is not UTF-8', async () => {
    const answer = await raw(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]));

    expect(answer.status).toBe(400);
    expect((await answer.json()).code).toBe('Q005');
  });

  it('as soon as it exceeds a megabyte, whatever its declared length', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(100_000).fill(0x20));
      },
    });

    const answer = await raw(endless);

    expect(answer.status).toBe(413);
    expect(sent).toBeLessThan(20);
  });

  it('if its declared length, or the body, is over a megabyte', async () => {
    const name = (length: number) => new TextEncoder().encode(`{"name":"${'x'.repeat(length)}"}`);
    const said = (body: Uint8Array<ArrayBuffer>, length: number) =>
      raw(body, { 'Content-Length': String(length) });

    expect((await said(name(3), 1_000_001)).status).toBe(413);
    expect((await said(name(1_000_000), 10)).status).toBe(413);
    expect((await said(name(3), 14)).status).toBe(201);
    // As long as may be, so it is read, and the name is too long for its field or stored.
    expect((await said(name(1_000_000 - 11), 1_000_000)).status).not.toBe(413);
    expect((await raw(name(1_000_000 - 11))).status).not.toBe(413);
  });

  it('with the path of a value that cannot be stored', async () => {
    const text = '{"a":[{"b":"x\\u0000"}],"c":"\\ud800","d":"\\ud83e\\uddea"}';
    const { json } = await api.call('POST', '/api/authors', { as: 'staff', body: text });

    expect(json.problems.map(({ path }: { path: string }) => path)).toEqual(['a.0.b', 'c']);
  });

  async function raw(
    body: Uint8Array<ArrayBuffer> | ReadableStream,
    more: Record<string, string> = {},
  ): Promise<Response> {
    const headers = {
      ...more,
      'Content-Type': 'application/json',
      Authorization: `Bearer ${await api.tokenOf('staff')}`,
    };
    const init = { method: 'POST', headers, body, duplex: 'half' };
    return api.api.fetch(new Request('http://localhost/api/authors', init));
  }
});

it('a body is accepted with every JSON media type and its charset', async () => {
  for (const type of [
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/merge-patch+json',
  ]) {
    const { json } = await api.call('POST', '/api/authors', {
      as: 'viewer',
      body: '{}',
      headers: { 'Content-Type': type },
    });
    expect(json.code).toBe('A006');
  }
});

describe('without a sign-in', () => {
  const routes = ['login', 'forgotpassword', 'resetpassword', ''].map((end) => `/api/users/${end}`);

  it.each([...routes, '/api/auth/refresh', '/api/users'])(
    'POST %s accepts at most 64 kB',
    async (path) => {
      const address = `198.51.100.${routes.indexOf(path) + 2}`;
      const asked = await api.call('POST', path, {
        body: `{"email":"${'x'.repeat(70_000)}"}`,
        address,
      });
      const smaller = await api.call('POST', path, {
        body: `{"email":"${'x'.repeat(60_000)}"}`,
        address,
      });

      expect(asked.json.code).toBe('Q012');
      expect(asked.status).toBe(413);
      expect(smaller.status).not.toBe(413);
    },
  );

  it('refuses a request that has to wait before its body is read', async () => {
    const from = { address: '203.0.113.9' };
    const guess = { email: 'nobody@example.org', password: 'not the one' };
    const send = (body: BodyInit) =>
      api.api.fetch(
        new Request('http://localhost/api/users/login', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body,
          duplex: 'half',
        } as RequestInit),
        from,
      );
    for (let time = 0; time < 30; time += 1)
      await send(JSON.stringify({ ...guess, email: `nobody${time}@example.org` }));
    let asked = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          asked += 1;
          controller.enqueue(new Uint8Array(1_000).fill(0x20));
        },
      },
      { highWaterMark: 0 },
    );

    const answer = await send(body);

    expect(answer.status).toBe(429);
    expect(asked).toBe(0);
  });
});

describe('the scan before the parser', () => {
  const scan = (text: string) => scanJson(new TextEncoder().encode(text))?.code;

  it('stops after a limited number of members, however long the body is', () => {
    const body = new TextEncoder().encode(`[${'{},'.repeat(300_000)}{}]`);
    let furthest = 0;
    const watched = new Proxy(body, {
      get(target, name) {
        if (typeof name === 'string' && /^\d+$/.test(name))
          furthest = Math.max(furthest, Number(name));
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });

    expect(scanJson(watched)?.code).toBe('V016');
    expect(furthest).toBeLessThan(3 * MOST_MEMBERS);
  });

  it('ignores the contents of strings', () => {
    const text = JSON.stringify({ a: '[{,'.repeat(100_000), b: '\\"[,'.repeat(60_000), c: '\\' });

    expect(scan(text)).toBeUndefined();
  });

  it('accepts the maximum of nesting, and a thousand keys', () => {
    expect(scan(`[${'1,'.repeat(MOST_MEMBERS - 2)}1]`)).toBeUndefined();
    expect(scan(`[${'1,'.repeat(MOST_MEMBERS)}1]`)).toBe('V016');
    expect(scan(`{${'"k":1,'.repeat(999)}"k":1}`)).toBeUndefined();
    expect(scan(`{${'"k":1,'.repeat(1_000)}"k":1}`)).toBe('V016');
    const wide = `{${'"k":1,'.repeat(999)}"k":1}`;
    expect(scan(`[${`${wide},`.repeat(19)}${wide}]`)).toBeUndefined();
    expect(scan(`[${`${wide},`.repeat(20)}{"k":1}]`)).toBe('V016');
    expect([scan('['.repeat(32)), scan('['.repeat(33))]).toEqual([undefined, 'V019']);
    expect(scan('[]'.repeat(40) + ']'.repeat(40) + '['.repeat(33))).toBe('V019');
    expect(scan('"a\\\\",[')).toBeUndefined();
  });
});

it('a body with a repeated key has its last value, as for every JSON parser', async () => {
  const answer = await api.call('POST', '/api/users/login', {
    body: `{"email":"x","email":"staff@example.org","password":"x","password":${JSON.stringify(PASSWORD)}}`,
  });

  expect(answer.status).toBe(200);
});
