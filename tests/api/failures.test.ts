import pg from 'pg';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { checkReasons } from '../../src/fields/problems/check-reasons.ts';
import { BlobFailure } from '../../src/store/blobs/blob-store.ts';
import { openTestApi, type TestApi } from '../support/api.ts';

let api: TestApi;

beforeEach(async () => {
  api = await openTestApi();
  await api.tokenOf('staff');
});
afterEach(() => api.close());

it('hides the details of a failure, which are in the log', async () => {
  await api.database.query('drop table "books", "books__editors"');

  const { status, json, text, headers } = await api.call('GET', '/api/books', { as: 'staff' });

  expect(status).toBe(500);
  expect(json).toMatchObject({ code: 'S006', title: 'Internal Server Error' });
  expect(text).not.toContain('books');
  const line = api.log.find(({ level }) => level === 'error');
  expect(line?.['requestId']).toBe(headers.get('X-Request-Id'));
  expect(String(line?.['err'])).toContain('"books" does not exist');
});

it('is busy when another transaction locks the table for long', async () => {
  const answer = await api.database.transaction(async (sql) => {
    await sql.query('lock table "books" in access exclusive mode');
    return await api.call('GET', '/api/books', { as: 'staff' });
  });

  expect(answer.status).toBe(503);
  expect(answer.json.code).toBe('S005');
  expect(answer.headers.get('Retry-After')).toBe('1');
});

it.each([
  ['57014', 'S007', '1'],
  ['40P01', 'S005', '1'],
  ['40001', 'S005', '1'],
  ['08006', 'S005', '1'],
  ['53300', 'S005', '1'],
  ['08007', 'S013', null],
  ['53100', 'S014', '30'],
  ['ENOSPC', 'S014', '30'],
  ['25006', 'S015', '10'],
  ['53200', 'S016', '5'],
  ['EMFILE', 'S016', '5'],
])('reports %s as 503 %s, with Retry-After %s', async (code, as, wait) => {
  const list = () => Promise.reject(Object.assign(new Error('inside'), { code }));
  const other = await api.openReplica({ store: { ...api.store, list } });

  const answer = await other.call('GET', '/api/books', { as: 'staff' });
  await other.close();

  expect([answer.status, answer.json.code]).toEqual([503, as]);
  expect(other.log.map(({ level }) => level).filter((level) => level === 'error')).toEqual([]);
  expect(answer.headers.get('Retry-After')).toBe(wait);
  expect(answer.text).not.toContain('inside');
});

it.each([
  ['unreachable', 'S034', '5', 'The file store cannot be reached right now'],
  ['full', 'S035', '60', 'The file store is full'],
  ['refused', 'S036', '60', 'The file store refuses this server'],
] as const)('reports a file store that is %s as 503 %s', async (reason, as, wait, text) => {
  const list = () => Promise.reject(new BlobFailure(reason, 'inside'));
  const other = await api.openReplica({ store: { ...api.store, list } });

  const answer = await other.call('GET', '/api/books', { as: 'staff' });
  await other.close();

  expect([answer.status, answer.json.code]).toEqual([503, as]);
  expect(answer.headers.get('Retry-After')).toBe(wait);
  expect(answer.json.detail).toContain(text);
  expect(answer.text).not.toContain('inside');
  expect(String(other.log.find(({ level }) => level === 'warn')?.['err'])).toContain('inside');
});

it.each([null, undefined, 'inside'])('treats a thrown %j as a failure', async (thrown) => {
  const list = () => Promise.reject(thrown);
  const other = await api.openReplica({ store: { ...api.store, list } });

  const answer = await other.call('GET', '/api/books', { as: 'staff' });
  await other.close();

  expect([answer.status, answer.json.code]).toEqual([500, 'S006']);
});

it('explains that the database is read-only, and is not ready', async () => {
  const { rows } = await api.database.query<{ name: string }>('select current_database() as name');
  await api.database.query(
    `alter database "${rows[0]!.name}" set default_transaction_read_only = on`,
  );
  const other = await api.openReplica();

  const token = await api.tokenOf('staff');
  const write = await other.call('POST', '/api/authors', { token, body: { name: 'New' } });
  const list = await other.call('GET', '/api/books', { token });
  const ready = await other.call('GET', '/readyz');
  const reads = await other.call('GET', '/readyz?for=reads');
  await other.close();

  expect([write.status, write.json.code]).toEqual([503, 'S015']);
  expect(list.status).toBe(200);
  expect([ready.status, ready.json.code, ready.headers.get('Retry-After')]).toEqual([
    503,
    'S015',
    '10',
  ]);
  expect(reads.status).toBe(200);
});

it('the server refuses writes, and counts it, when the disk is nearly full', async () => {
  const other = await api.openReplica({ freeDisk: async () => ({ database: 1_000_000 }) });

  const ready = await other.call('GET', '/readyz');
  const metrics = await other.call('GET', '/metrics');
  await other.close();

  expect([ready.status, ready.json.code]).toEqual([503, 'S014']);
  expect(metrics.text).toContain('backoffice_disk_free_bytes{disk="database"} 1000000');
});

it('the server is alive but not ready without a database', async () => {
  const { rows } = await api.database.query<{ name: string }>('select current_database() as name');
  await withoutDatabase(rows[0]!.name, async () => {
    const list = await api.call('GET', '/api/books', { as: 'staff' });
    const ready = await api.call('GET', '/readyz');
    const { json: verbose } = await api.call('GET', '/readyz?verbose');
    const health = await api.call('GET', '/healthz');

    const { databaseUnreachable } = checkReasons;
    expect(verbose.checks[0]).toMatchObject({
      name: 'database',
      state: 'failed',
      message: databaseUnreachable.says,
    });
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
