import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { openDatabase, type Database } from '../../src/store/connection/database.ts';
import { runAs } from '../../src/store/connection/current-work.ts';
import type { SlowStatement } from '../../src/store/connection/statement-watch.ts';
import { openTestApi } from '../support/api.ts';

const opened: Database[] = [];
const api = await openTestApi();
const name = await api.database.value<string>('select quote_ident(current_database())');
await api.database.query(`alter database ${name} set compute_query_id = on`);
afterEach(async () => void (await Promise.all(opened.splice(0).map((each) => each.close()))));
afterAll(() => api.close());

const AFTER = 100;
const slowly = `select 'a text' as text, $1::text as value, pg_sleep(0.2)`;

async function openWatched(after = AFTER) {
  const reported: SlowStatement[] = [];
  const database = await openDatabase({
    url: api.url,
    log: { info: () => {}, warn: () => {} },
    slow: { after, report: (slow) => void reported.push(slow) },
  });
  opened.push(database);
  const next = async (): Promise<SlowStatement> => {
    await vi.waitFor(() => expect(reported).not.toEqual([]));
    return reported.shift()!;
  };
  return { database, reported, next };
}

test('reports a slow statement with its request, backend and query, and without values', async () => {
  const { database, next } = await openWatched();
  const { connection, end } = await database.begin();
  const backend = await connection.value<number>('select pg_backend_pid()');

  await runAs({ requestId: 'the-request', route: '/api/books/:id' }, () =>
    connection.query(slowly, ['a-secret']),
  );
  await end('rollback');
  const slow = await next();

  expect(slow).toMatchObject({
    requestId: 'the-request',
    route: '/api/books/:id',
    backend,
    statement: "select '…' as text, $1::text as value, pg_sleep(0.2)",
    rows: 1,
  });
  expect(slow.ms).toBeGreaterThanOrEqual(200);
  expect(slow.queryId).toMatch(/^-?\d+$/);
});

test('has the same query for the same statement, and the code of one that failed', async () => {
  const { database, next } = await openWatched();

  await database.query(slowly, ['one']);
  const one = await next();
  const stopped = database.transaction((sql) => sql.query(slowly, ['two']), { timeout: 150 });
  await expect(stopped).rejects.toThrow();
  const two = await next();

  expect(two).toMatchObject({ queryId: one.queryId, code: '57014' });
  expect(two.rows).toBeUndefined();
});

test('reports no fast statement, and none with 0', async () => {
  const watched = await openWatched();
  const off = await openWatched(0);

  await watched.database.query('select 1');
  await off.database.query(slowly, ['']);
  await watched.database.query(slowly, ['']);
  await watched.next();

  expect([watched.reported, off.reported]).toEqual([[], []]);
});

test('logs a slow request with its pattern, and the time of the database', async () => {
  const slow = await api.openReplica({ slowAfter: 1 });
  const id = 'request-of-a-test';
  await slow.call('GET', '/api/authors/nobody', { as: 'staff', headers: { 'X-Request-Id': id } });
  await slow.close();

  const lines = slow.log.filter(({ message }) => message === 'a request was slow');
  const line = lines.find(({ requestId }) => requestId === id);
  expect(line).toMatchObject({
    level: 'warn',
    method: 'GET',
    route: '/api/authors/:id',
    status: 404,
  });
  expect(line?.['statements']).toBeGreaterThan(0);
  expect(line?.['databaseMs']).toBeGreaterThanOrEqual(0);
});

test('logs no slow requests unless configured', async () => {
  await api.call('GET', '/api/authors', { as: 'staff' });

  expect(api.log.filter(({ message }) => message === 'a request was slow')).toEqual([]);
});
