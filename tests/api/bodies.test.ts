import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';

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

  it('when it is not UTF-8', async () => {
    const answer = await raw(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]));

    expect(answer.status).toBe(400);
    expect((await answer.json()).code).toBe('Q005');
  });

  it('when it flows on beyond a megabyte, at once, whatever its length was said to be', async () => {
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

  async function raw(body: Uint8Array<ArrayBuffer> | ReadableStream): Promise<Response> {
    const headers = {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${await api.tokenOf('staff')}`,
    };
    const init = { method: 'POST', headers, body, duplex: 'half' };
    return api.api.fetch(new Request('http://localhost/api/authors', init));
  }
});

it('takes every kind of JSON type with its charset', async () => {
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
