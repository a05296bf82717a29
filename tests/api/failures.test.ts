import pg from 'pg';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';

let api: TestApi;

beforeEach(async () => {
  api = await openTestApi();
  await api.tokenOf('staff');
});
afterEach(() => api.close());

it('tells nothing of the inside when something fails, and the log all of it', async () => {
  await api.database.query('drop table "books", "books__editors"');

  const { status, json, text, headers } = await api.call('GET', '/api/books', { as: 'staff' });

  expect(status).toBe(500);
  expect(json).toMatchObject({ code: 'S006', title: 'Internal Server Error' });
  expect(text).not.toContain('books');
  const line = api.log.find(({ level }) => level === 'error');
  expect(line?.['requestId']).toBe(headers.get('X-Request-Id'));
  expect(String(line?.['err'])).toContain('"books" does not exist');
});

it('says that it took too long when somebody else holds the table', async () => {
  const answer = await api.database.transaction(async (sql) => {
    await sql.query('lock table "books" in access exclusive mode');
    return await api.call('GET', '/api/books', { as: 'staff' });
  });

  expect(answer.status).toBe(503);
  expect(answer.json.code).toBe('S007');
});

it('says that it is not ready while there is no database, and that it lives', async () => {
  const { rows } = await api.database.query<{ name: string }>('select current_database() as name');
  await withoutDatabase(rows[0]!.name, async () => {
    const list = await api.call('GET', '/api/books', { as: 'staff' });
    const ready = await api.call('GET', '/readyz');
    const health = await api.call('GET', '/healthz');

    expect([list.status, ready.status, health.status]).toEqual([503, 503, 200]);
    expect([list.json.code, ready.json.code]).toEqual(['S005', 'S005']);
    expect(ready.headers.get('Retry-After')).toBe('1');
  });

  const readiness = async (): Promise<number> => (await api.call('GET', '/readyz')).status;
  await expect.poll(readiness, { timeout: 5_000 }).toBe(200);
});

async function withoutDatabase(name: string, run: () => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('testDatabases').url });
  await admin.connect();
  // Whoever listens connects again at once, so it may take some tries.
  await vi.waitFor(async () => {
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      name,
    ]);
    await admin.query(`alter database ${name} rename to ${name}_away`);
  }, 10_000);
  try {
    await run();
  } finally {
    await admin.query(`alter database ${name}_away rename to ${name}`);
    await admin.end();
  }
}
