import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApi } from '../support/api.ts';

const api = await openTestApi();
afterAll(() => api.close());
beforeEach(() => api.database.query('truncate books, backoffice.idempotency_keys cascade'));

const count = async (): Promise<number> => {
  const { rows } = await api.database.query<{ count: number }>(
    'select count(*)::int as count from books',
  );
  return rows[0]!.count;
};

function post(path: string, body: object, key: string, as = 'staff') {
  return api.call('POST', path, { as, body, headers: { 'Idempotency-Key': key } });
}

describe('two POSTs with one Idempotency-Key', () => {
  test('create one record, and get the same response', async () => {
    const first = await post('/api/books', { title: 'Emma' }, 'one');
    const second = await post('/api/books', { title: 'Emma' }, 'one');

    expect(first.status).toBe(201);
    expect(second.status).toBe(201);
    expect(second.json).toEqual(first.json);
    for (const name of ['ETag', 'Location'])
      expect(second.headers.get(name)).toBe(first.headers.get(name));
    expect(await count()).toBe(1);
  });

  test('create one record when sent at once', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => post('/api/books', { title: 'Emma' }, 'at once')),
    );

    expect(new Set(answers.map(({ json }) => json._id)).size).toBe(1);
    expect(await count()).toBe(1);
  });

  test('are different requests with another body or user', async () => {
    await post('/api/books', { title: 'Emma' }, 'two');

    expect((await post('/api/books', { title: 'Dune' }, 'two')).json.code).toBe('I013');
    expect((await post('/api/books', { title: 'Emma' }, 'two', 'admin')).status).toBe(201);
    expect(await count()).toBe(2);
  });

  test('are processed again if the first was refused', async () => {
    expect((await post('/api/books', { title: '' }, 'three')).status).toBe(422);
    const refused = await post('/api/books', { title: 'Emma', author: 'none' }, 'three');
    expect([refused.status, refused.json.problems[0].path]).toEqual([422, 'author']);
    expect((await post('/api/books', { title: 'Emma' }, 'three')).status).toBe(201);
  });

  test('have a key of at most 255 characters', async () => {
    const tooLong = await post('/api/books', { title: 'Emma' }, 'x'.repeat(256));

    expect([tooLong.status, tooLong.json.problems]).toMatchObject([
      400,
      [{ code: 'V003', path: 'Idempotency-Key', params: { max: 255 } }],
    ]);
    expect((await post('/api/books', { title: 'Emma' }, 'x'.repeat(255))).status).toBe(201);
  });

  test('act on many records once', async () => {
    const body = {
      action: 'create',
      records: [{ data: { title: 'A' } }, { data: { title: 'B' } }],
    };

    const first = await post('/api/books/bulk', body, 'many');
    const second = await post('/api/books/bulk', body, 'many');

    expect(first.status).toBe(200);
    expect(second.json).toEqual(first.json);
    expect(await count()).toBe(2);
  });
});

describe('a key whose first call is still running', () => {
  /** As a server leaves it that died so many seconds after it was last heard of. */
  async function leave(seconds: number): Promise<void> {
    await post('/api/books', { title: 'Emma' }, 'dead');
    await api.database.query(
      `update backoffice.idempotency_keys set status = null, body = null,
         claimed_at = now() - make_interval(secs => $1)`,
      [seconds],
    );
    await api.database.query('truncate books cascade');
  }

  test('is 409 with Retry-After of at most five seconds', async () => {
    await leave(0);

    const { status, json, headers } = await post('/api/books', { title: 'Emma' }, 'dead');

    expect([status, json.code, headers.get('Retry-After')]).toEqual([409, 'I014', '3']);
    expect(await count()).toBe(0);
  }, 10_000);

  test('is taken over after 15 seconds without a sign of its server', async () => {
    await leave(16);

    expect((await post('/api/books', { title: 'Emma' }, 'dead')).status).toBe(201);
    expect(await count()).toBe(1);
  });
});
