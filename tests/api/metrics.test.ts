import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';
import { top } from '../support/source-files.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  await api.call('GET', '/api/authors?q=somebody', { as: 'staff' });
  await api.call('GET', `/api/authors/nobody-of-this-name`, { as: 'staff' });
  await api.call('BREW', '/api/authors');
  await api.call('GET', '/api/a-path-nobody-made');
});
afterAll(() => api.close());

const read = async (of = api) => (await of.call('GET', '/metrics')).text;

/** The value of a series, told by its name and labels. */
function valueOf(text: string, series: string): number {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return Number(line?.split(' ').at(-1));
}

test('counts requests by method, pattern and status class', async () => {
  const { status, headers, text } = await api.call('GET', '/metrics');

  expect(status).toBe(200);
  expect(headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const count = (labels: string) => valueOf(text, `http_request_duration_seconds_count{${labels}}`);
  expect(count('method="GET",route="/api/authors",status="2xx"')).toBe(1);
  expect(count('method="GET",route="/api/authors/:id",status="4xx"')).toBe(1);
  expect(count('method="GET",route="none",status="4xx"')).toBe(1);
  expect(count('method="other",route="none",status="4xx"')).toBe(1);
});

test('reports the process, connections, listeners, jobs and mails', async () => {
  await api.database.query(
    `insert into backoffice.outbox (id, kind, to_address, language, data, state)
     values ('m1', 'approved', 'a@example.org', 'en', '{}', 'parked')`,
  );
  await api.database.query(
    `with broken as (insert into backoffice.blobs (sha256, size, stored, work_state, work_error)
       values ('a', 1, true, 'failed', 'broken'), ('of an import', 1, true, 'failed', 'broken') returning sha256, size)
     insert into backoffice.files (id, sha256, name, type, size)
       select 'f', sha256, 'a.pdf', 'application/pdf', size from broken where sha256 = 'a'`,
  );
  const other = await api.openReplica();
  const { end } = await other.database.for('report').begin({ idleTimeout: 60_000 });

  const text = await read(other);
  await end('rollback');
  await other.close();

  expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  // A process that just began to measure may not have been late yet.
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds \d/m);
  expect(text.match(/^# TYPE \w+_total gauge$/gm)).toBeNull();
  expect(valueOf(text, 'backoffice_database_up')).toBe(1);
  expect(valueOf(text, 'backoffice_database_connections{state="used"}')).toBeGreaterThan(0);
  expect(valueOf(text, 'backoffice_database_connections_max')).toBe(12);
  expect(valueOf(text, 'backoffice_event_listeners')).toBe(0);
  expect(valueOf(text, 'backoffice_outbox_mails{state="parked"}')).toBe(1);
  expect(valueOf(text, 'backoffice_files_work{state="broken"}')).toBe(1);
});

test('reports how long the oldest email, job and transaction have waited', async () => {
  await api.database.query(
    `insert into backoffice.outbox (id, kind, to_address, language, data, waits_since)
     values ('m2', 'approved', 'a@example.org', 'en', '{}', now() - interval '1 hour')`,
  );
  await api.database.query(
    `insert into backoffice.jobs (id, kind, resource, created_by, state, file, started_at, alive_at)
     values ('j1', 'export', 'authors', 'somebody', 'running', '{}', now() - interval '2 hours', now()),
       ('j2', 'import', 'authors', 'somebody', 'running', '{}', now() - interval '3 hours', now() - interval '1 hour')`,
  );
  const other = await api.openReplica({ scan: async () => 'clean' });
  const { connection, end } = await api.database.begin({ idleTimeout: 60_000 });
  await connection.query('select pg_sleep(0.1)');

  const text = await read(other);
  await end('rollback');
  await other.close();
  await api.database.query(`delete from backoffice.jobs`);

  const value = (name: string) => valueOf(text, `backoffice_${name}`);
  expect(value('outbox_oldest_seconds')).toBeCloseTo(3_600, -2);
  expect(value('jobs_running{kind="export"}')).toBe(1);
  expect(value('jobs_oldest_seconds{kind="export"}')).toBeCloseTo(7_200, -2);
  // Its server is silent: it counts as interrupted.
  expect(value('jobs_running{kind="import"}')).toBe(0);
  expect(value('jobs_oldest_seconds{kind="import"}')).toBe(0);
  expect(value('database_oldest_transaction_seconds')).toBeGreaterThanOrEqual(0.1);
  expect(value('database_size_bytes')).toBeGreaterThan(1_000_000);
  expect(value('files_unscanned')).toBe(1);
});

test('counts waits for a connection, and statements that took too long', async () => {
  const other = await api.openReplica();
  const { database } = other;
  const { most } = database.use().primary.shares.find(({ share }) => share === 'export')!;
  const held = await Promise.all(
    Array.from({ length: most }, () => database.for('export').begin({ idleTimeout: 60_000 })),
  );
  const inVain = database.for('export', 20).query('select 1');
  await expect(inVain).rejects.toMatchObject({ code: '53300' });
  const inTime = database.for('export').query('select 1');
  for (const { end } of held) await end('rollback');
  await inTime;
  const tooLong = database.transaction((sql) => sql.query('select pg_sleep(5)'), { timeout: 20 });
  await expect(tooLong).rejects.toMatchObject({ code: '57014' });

  const text = await read(other);
  await other.close();

  const labels = 'server="primary",share="export"';
  expect(valueOf(text, `backoffice_database_waits_total{${labels}}`)).toBe(2);
  expect(valueOf(text, `backoffice_database_wait_failures_total{${labels}}`)).toBe(1);
  const waited = valueOf(text, `backoffice_database_wait_seconds_total{${labels}}`);
  // A timer may fire a fraction of a millisecond early.
  expect(waited).toBeGreaterThan(0.015);
  expect(valueOf(text, 'backoffice_database_timeouts_total{server="primary"}')).toBe(1);
});

test('counts refused requests by reason, without empty ones', async () => {
  const other = await api.openReplica();
  await other.call('GET', '/api/authors');
  await other.call('GET', '/api/authors/nobody', { as: 'staff' });
  await other.call('POST', '/api/users/login', {
    body: { email: 'staff@example.org', password: 'not this one' },
  });

  const text = await read(other);
  await other.close();

  const refused = (code: string) =>
    valueOf(text, `backoffice_requests_refused_total{code="${code}"}`);
  expect([refused('A001'), refused('A002'), refused('S001')]).toEqual([1, 1, NaN]);
});

test('documents each of its metrics in docs/api.md, and no others', async () => {
  const replica = () => ({ inUse: true, lag: 0 });
  const other = await api.openReplica({
    freeDisk: async () => ({ database: 1e9 }),
    pointInTime: { archivedUntil: () => Date.now() - 7_000, waitingBytes: () => 42 },
    database: { ...api.database, replica },
  });

  const text = await read(other);
  await other.close();

  const docs = readFileSync(join(top, 'docs/api.md'), 'utf8');
  const named = [...docs.matchAll(/^\| `(backoffice_\w+|http_\w+)` \|/gm)].map(([, name]) => name);
  const ours = [...text.matchAll(/^# TYPE (backoffice_\w+|http_\w+) /gm)].map(([, name]) => name);
  expect(new Set(named)).toEqual(new Set(ours));
  expect(valueOf(text, 'backoffice_wal_waiting_bytes')).toBe(42);
  expect(valueOf(text, 'backoffice_wal_archive_age_seconds')).toBeGreaterThanOrEqual(7);
});

test('reports the delay of the replica, also if it is unknown', async () => {
  const told = async (replica: { inUse: boolean; lag: number | null }) => {
    const database = { ...api.database, replica: () => replica };
    const other = await api.openReplica({ database });
    const { json: ready } = await other.call('GET', '/readyz');
    const { json: info } = await other.call('GET', '/api/info', { as: 'admin' });
    const text = await read(other);
    await other.close();
    expect([ready, info.database.replica]).toEqual([{ status: 'ok', replica }, replica]);
    return [
      valueOf(text, 'backoffice_replica_in_use'),
      text
        .split('\n')
        .find((line) => /^backoffice_replica_lag\w* /.test(line))
        ?.split(' ')[1],
    ];
  };

  expect(await told({ inUse: true, lag: 1.5 })).toEqual([1, '1.5']);
  expect(await told({ inUse: false, lag: null })).toEqual([0, '+Inf']);
});

test('contains no person, record, requested path or version', async () => {
  const text = await read();

  for (const told of ['nobody-of', 'nobody-made', 'somebody', api.userId('staff'), '@', 'version'])
    expect(text).not.toContain(told);
});

test('reports a database that does not answer, and everything else', async () => {
  const broken = await api.openReplica();
  await broken.database.close();

  const { status, text } = await broken.call('GET', '/metrics');

  expect(status).toBe(200);
  expect(valueOf(text, 'backoffice_database_up')).toBe(0);
});

test('is open to this machine, or to callers with the token', async () => {
  const token = 'a-token-of-the-monitor';
  const guarded = await api.openReplica({ metricsToken: token });
  const status = async (of: TestApi, call: object) =>
    (await of.call('GET', '/metrics', call)).status;

  expect(await status(api, { address: '192.0.2.1' })).toBe(404);
  expect(await status(guarded, {})).toBe(404);
  expect(await status(guarded, { token: `${token}x` })).toBe(404);
  expect(await status(guarded, { token, address: '192.0.2.1' })).toBe(200);
  await guarded.close();
});

test('has few lines for each method, pattern and status class', async () => {
  const text = await read();
  const lines = text
    .split('\n')
    .filter((each) => each.includes('method="GET",route="/api/authors",'));

  expect(lines.length).toBeLessThanOrEqual(9);
});
