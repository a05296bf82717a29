import { afterAll, describe, expect, it, test } from 'vitest';
import { openTestApi } from '../support/api.ts';

const api = await openTestApi();
afterAll(() => api.close());

const path = '/api/users/current/settings';
const put = (key: string, body: unknown, as = 'staff') =>
  api.call('PUT', `${path}/${key}`, { as, body });
const get = async (key: string, as = 'staff') =>
  (await api.call('GET', `${path}/${key}`, { as })).json;

describe('a preference', () => {
  test.each([[{ columns: ['a', 'b'], z: 1, a: 2 }], [[]], ['text'], [0], [false], [null]])(
    'is stored as it was sent: %j',
    async (value) => {
      const { status } = await put('grid.books', JSON.stringify(value));

      expect(status).toBe(204);
      const { text } = await api.call('GET', `${path}/grid.books`, { as: 'staff' });
      expect(text).toBe(JSON.stringify(value));
    },
  );

  it('cannot be incomplete JSON', async () => {
    const { status, json } = await put('broken', '{"a":');

    expect([status, json.code]).toEqual([400, 'Q005']);
    expect(await get('broken')).toBeNull();
  });

  it('belongs to one user, and is null if not set', async () => {
    await put('theme', { dark: true });

    expect(await get('theme')).toEqual({ dark: true });
    expect(await get('theme', 'viewer')).toBeNull();
    expect((await api.call('GET', path, { as: 'viewer' })).json).toEqual({});
  });

  it('is listed with the others by its key until it is deleted', async () => {
    await put('a', 1, 'dev');
    await put('B-2.c_d', { x: [] }, 'dev');
    expect((await api.call('GET', path, { as: 'dev' })).json).toEqual({
      'B-2.c_d': { x: [] },
      a: 1,
    });

    const { status } = await api.call('DELETE', `${path}/a`, { as: 'dev' });

    expect(status).toBe(204);
    expect((await api.call('GET', path, { as: 'dev' })).json).toEqual({ 'B-2.c_d': { x: [] } });
  });

  it('has at most 64 kB', async () => {
    const fits = 'x'.repeat(64 * 1024 - 2);

    expect((await put('large', JSON.stringify(fits))).status).toBe(204);
    const { status, json } = await put('large', JSON.stringify(`${fits}x`));
    expect([status, json.code]).toEqual([413, 'Q012']);
  });

  it('has a key of up to a hundred characters', async () => {
    expect((await put('x'.repeat(100), 1)).status).toBe(204);
    expect(await get('x'.repeat(100))).toBe(1);
  });

  test.each(['a b', 'ü', 'x'.repeat(101), '%2e%2e%2f'])('cannot have the key %j', async (key) => {
    const { status, json } = await put(encodeURIComponent(key), 1);

    expect([status, json.problems[0].code]).toEqual([400, 'Q004']);
  });
});

it('a user has at most a hundred preferences, and existing ones can be changed', async () => {
  await api.database.query(
    `insert into backoffice.user_settings (user_id, key, value) select $1, 'k' || n, '1' from generate_series(1, 100) n`,
    [api.userId('viewer')],
  );

  const { status, json } = await put('one-more', 1, 'viewer');

  expect([status, json.problems[0]]).toEqual([422, expect.objectContaining({ code: 'V016' })]);
  expect((await put('k7', 2, 'viewer')).status).toBe(204);
  expect(await get('k7', 'viewer')).toBe(2);
});

test('a preference cannot be named __proto__', async () => {
  const { status, json } = await api.call('PUT', '/api/users/current/settings/__proto__', {
    as: 'staff',
    body: { a: 1 },
  });

  expect(status).toBe(422);
  expect(json.code).toBe('V020');
});
