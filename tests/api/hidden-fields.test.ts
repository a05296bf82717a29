import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { openTestApi, type TestAnswer, type TestApi } from '../support/api.ts';
import { CANARY } from '../support/library.ts';

let api: TestApi;

/** Two books and two authors, of which one each carries the secret. */
beforeAll(async () => {
  api = await openTestApi();
  const as = 'admin';
  await api.call('POST', '/api/authors', { as, body: { _id: 'a1', name: 'Ann', penName: CANARY } });
  await api.call('POST', '/api/authors', { as, body: { _id: 'a2', name: 'Bob', mentor: 'a1' } });
  await api.call('POST', '/api/books', {
    as,
    body: { _id: 'b1', title: 'One', secret: CANARY, author: 'a1', stock: 1 },
  });
  await api.call('POST', '/api/books', {
    as,
    body: { _id: 'b2', title: 'Two', secret: 'other', author: 'a2' },
  });
});
afterAll(() => api.close());

it('a hidden field is visible to roles that can read it', async () => {
  const { text } = await api.call('GET', '/api/books', { as: 'dev' });

  expect(text).toContain(CANARY);
});

const calls: [string, string, object?, Record<string, string>?][] = [
  ['GET', '/api/books'],
  ['GET', '/api/books/b1'],
  ['GET', '/api/books?_fields=title'],
  ['GET', '/api/books?_sort=title&_perPage=1'],
  ['GET', '/api/authors/a1'],
  ['GET', '/api/books/export?format=json'],
  ['PATCH', '/api/books/b1', { title: 'One' }, { 'If-Match': '*' }],
  ['PATCH', '/api/books/b1', { title: 'Uno' }, { 'If-Match': '"99"' }],
  ['PUT', '/api/books', { _id: 'b1', title: 'One', author: 'a1', _version: 99 }],
  ['PUT', '/api/books', { _id: 'b1', title: 'Uno', author: 'a1' }, { 'If-Match': '*' }],
  ['POST', '/api/books', { _id: 'b1', title: 'x' }],
  ['POST', '/api/books/bulk', { action: 'update', ids: ['b1'], data: { pages: 3 } }],
  ['POST', '/api/books/bulk', { action: 'update', where: { title: 'Uno' }, data: { secret: 'x' } }],
  ['DELETE', '/api/authors/a1', undefined, { 'If-Match': '*' }],
  ['GET', '/api/config'],
  ['GET', '/api/info'],
  ['GET', '/api/openapi.json'],
  ['GET', '/api/users'],
  ['GET', '/api/users/current'],
];

describe.each(['staff', 'viewer'])('%s', (as) => {
  test.each(calls)('is not revealed by %s %s %j', async (method, path, body, headers) => {
    const answer = await api.call(method, path, { as, body, ...(headers ? { headers } : {}) });

    expect(answer.status).toBeLessThan(500);
    expect(answer.text).not.toContain(CANARY);
    expect(answer.text).not.toContain('argon2');
    expect(Object.keys(answer.json?.data?.[0] ?? {})).not.toContain('secret');
  });

  const questions = [
    `secret=${CANARY}`,
    'secret_starts=canary',
    'secret_null=true',
    'secret_in=a,b',
    '_sort=secret',
    '_sort=-title,secret',
    '_fields=title,secret',
    `where={"secret":"${CANARY}"}`,
    `where={"or":[{"title":"One"},{"not":{"secret_starts":"c"}}]}`,
  ];

  test.each(questions)('is treated like an unknown field: %s', async (query) => {
    const ask = async (text: string): Promise<string> => {
      const answer = await api.call('GET', `/api/books?${text}`, { as });
      return answer.text.replace(/"requestId":"[^"]*"/, '');
    };

    const { status, json } = await api.call('GET', `/api/books?${query}`, { as });
    const hidden = await ask(query);
    const unknown = await ask(query.replace('secret', 'zzzzzz'));

    expect([status, json.code]).toEqual([400, 'Q002']);
    expect(unknown.replaceAll('zzzzzz', 'secret')).toBe(hidden);
  });

  test.each([
    'book.secret=x',
    't0.secret=x',
    'author.penName=x',
    'author_penName=x',
    'secret.x=1',
    'Secret=x',
    'secret ​=x',
  ])('cannot be queried in another way: %s', async (query) => {
    const { status } = await api.call('GET', `/api/books?${query}`, { as });

    expect(status).toBe(400);
  });

  it('reveals by the version that something changed, but not what', async () => {
    const see = async () => (await api.call('GET', '/api/books/b2', { as })).json;
    const before = await see();
    const headers = { 'If-Match': '*' };
    await api.call('PATCH', '/api/books/b2', { as: 'admin', body: { secret: `${as} 2` }, headers });

    const { _version, updatedAt, ...after } = await see();

    expect(_version).toBe(before._version + 1);
    expect(updatedAt > before.updatedAt).toBe(true);
    expect(before).toMatchObject(after);
  });

  it('is not found by a search', async () => {
    const books = await api.call('GET', `/api/books?q=${CANARY}`, { as });
    const authors = await api.call('GET', `/api/authors?q=${CANARY}`, { as });

    expect([books.json.total, authors.json.total]).toEqual([0, 0]);
  });

  it('is not revealed by sorting by a reference', async () => {
    const before = await order(as);
    await api.call('PATCH', '/api/authors/a1', {
      as: 'admin',
      body: { penName: `zz${CANARY}` },
      headers: { 'If-Match': '*' },
    });

    expect(await order(as)).toEqual(before);
  });
});

async function order(as: string): Promise<string[]> {
  const { json } = await api.call('GET', '/api/books?_sort=author', { as });
  return json.data.map(({ _id }: { _id: string }) => _id);
}

describe('writing a field that cannot be written', () => {
  const writes: [string, (change: object) => Promise<TestAnswer>][] = [
    [
      'creating',
      (change) => api.call('POST', '/api/books', { as: 'staff', body: { title: 'x', ...change } }),
    ],
    [
      'patching',
      (change) =>
        api.call('PATCH', '/api/books/b1', {
          as: 'staff',
          body: change,
          headers: { 'If-Match': '*' },
        }),
    ],
    [
      'replacing',
      (change) =>
        api.call('PUT', '/api/books', {
          as: 'staff',
          body: { _id: 'b1', title: 'One', ...change },
          headers: { 'If-Match': '*' },
        }),
    ],
    [
      'bulk',
      (change) =>
        api.call('POST', '/api/books/bulk', {
          as: 'staff',
          body: { action: 'update', ids: ['b1'], data: change },
        }),
    ],
  ];

  test.each(writes)(
    '%s a field of other roles is refused, and changes nothing',
    async (_, write) => {
      for (const change of [
        { secret: 'mine' },
        { stock: 99 },
        { secret: null },
        { legacyId: 'x' },
        { _version: 7 },
      ]) {
        const { status, json } = await write(change);

        // A PUT may send back the version it got; what it may not is to mean another one.
        if ('_version' in change && status === 200) continue;
        expect(status).toBe(422);
        expect(json.problems[0].code).toMatch(/V009|A008|V010/);
      }
      const { json } = await api.call('GET', '/api/books/b1', { as: 'admin' });
      expect(json).toMatchObject({ secret: CANARY, stock: 1, legacyId: null });
    },
  );
});
