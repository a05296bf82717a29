import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { BlobFailure } from '../../src/store/blobs/blob-store.ts';
import { checkReasons } from '../../src/fields/problems/check-reasons.ts';
import { germanCheckReasons } from '../../src/fields/problems/german-check-reasons.ts';
import { saveBackupRun } from '../../src/store/system/backups/backup-runs.ts';
import { openTestApi, type TestApi, type TestCall } from '../support/api.ts';
import { openOidcServer } from '../support/oidc-server.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

let api: TestApi;
const others: TestApi[] = [];
beforeAll(async () => (api = await openTestApi()));
afterEach(async () => void (await Promise.all(others.splice(0).map((other) => other.close()))));
afterAll(() => api.close());

async function openOther(changes: Parameters<TestApi['openReplica']>[0] = {}): Promise<TestApi> {
  const other = await api.openReplica(changes);
  others.push(other);
  return other;
}

const ask = (of: TestApi, call?: TestCall) => of.call('GET', '/readyz?verbose', call);

/** What a check says that is not as it should be; `ok` for others. */
async function findingsOf(of: TestApi): Promise<Record<string, string>> {
  const { json } = await ask(of);
  return Object.fromEntries(
    json.checks.map(({ name, state, message }: Record<string, string>) => [name, message ?? state]),
  );
}

const away = { address: '192.0.2.1' };

test('shows a monitor each check with its duration and time', async () => {
  const { status, json } = await ask(api);

  expect([status, json.status]).toEqual([200, 'ok']);
  expect(json.checks.map(({ name }: { name: string }) => name)).toEqual([
    'database',
    'tables',
    'files',
    'mail',
  ]);
  for (const check of json.checks) {
    expect(check).toMatchObject({ state: 'ok', ms: expect.any(Number) });
    expect(Math.abs(Date.parse(check.at) - Date.now())).toBeLessThan(60_000);
  }
});

test('shows others only whether the server is ready', async () => {
  const guarded = await openOther({ metricsToken: 'a-token-of-the-monitor' });
  const plain = { status: 'ok' };

  expect((await ask(api, away)).json).toEqual(plain);
  expect((await ask(api, { ...away, as: 'staff' })).json).toEqual(plain);
  expect((await ask(guarded)).json).toEqual(plain);
  expect((await ask(guarded, { token: 'another-token-of-16' })).json).toEqual(plain);
});

test('shows the checks to admins and to callers with the metrics token', async () => {
  const guarded = await openOther({ metricsToken: 'a-token-of-the-monitor' });

  expect((await ask(api, { ...away, as: 'admin' })).json.checks).toHaveLength(4);
  const byToken = await ask(guarded, { ...away, token: 'a-token-of-the-monitor' });
  expect(byToken.json.checks).toHaveLength(4);
});

test('refuses an expired token, so that the browser refreshes it', async () => {
  const { status, json } = await ask(api, { ...away, token: 'a.b.c' });

  expect([status, json.code]).toEqual([401, 'A003']);
});

test('is unready with the reason and a remedy, and still shows the rest', async () => {
  const other = await openOther({
    ready: () => false,
    freeDisk: async () => ({ database: 1_000_000 }),
  });
  const { status, json } = await ask(other);
  const plain = await ask(other, away);

  expect([status, json.code, plain.status, plain.json.checks]).toEqual([
    503,
    'S005',
    503,
    undefined,
  ]);
  const { tablesBehind } = checkReasons;
  expect(json.checks).toContainEqual(
    expect.objectContaining({
      name: 'tables',
      state: 'failed',
      message: tablesBehind.says,
      advice: tablesBehind.advice,
    }),
  );
  expect(json.checks).toContainEqual(
    expect.objectContaining({ name: 'disk', message: expect.stringContaining('1 MB free') }),
  );
});

test('warns of a disk that is filling up, and stays ready', async () => {
  const other = await openOther({
    freeDisk: async () => ({ database: 500_000_000, files: 600_000_000 }),
  });

  expect((await other.call('GET', '/readyz')).status).toBe(200);
  expect(await findingsOf(other)).toMatchObject({
    disk: 'The disk of the database is nearly full: 500 MB free.',
    files: 'The disk of the files is nearly full: 600 MB free.',
  });
});

test('stays ready if only the disk of the files is full', async () => {
  const other = await openOther({ freeDisk: async () => ({ files: 1_000_000 }) });

  expect((await other.call('GET', '/readyz')).status).toBe(200);
  expect(await findingsOf(other)).toMatchObject({ disk: 'ok', files: checkReasons.filesFull.says });
});

test('warns of a file store, a scanner and a replica that fail, and stays ready', async () => {
  const sizeOf = () => Promise.reject(new BlobFailure('refused', 'no such bucket'));
  const other = await openOther({
    blobs: { ...api.services.blobs, sizeOf },
    scan: async () => 'failed',
    database: { ...api.database, replica: () => ({ inUse: false, lag: 61.4 }) },
  });

  expect((await ask(other)).status).toBe(200);
  expect(await findingsOf(other)).toMatchObject({
    database: 'ok',
    files: checkReasons.filesRefused.says,
    scanner: checkReasons.scannerFailed.says,
    replica: 'The read replica is 61 seconds behind.',
  });
});

test('scans its own test file, and deletes it', async () => {
  const scanned: string[] = [];
  const other = await openOther({
    scan: async (path) => {
      scanned.push(path);
      return 'clean';
    },
  });

  expect(await findingsOf(other)).toMatchObject({ scanner: 'ok' });
  await ask(other);
  expect(scanned).toHaveLength(1);
  expect(scanned[0]).toContain(api.services.blobs.scratch);
});

test('warns of emails that have waited for 15 minutes', async () => {
  await api.database.query(
    `insert into backoffice.outbox (id, kind, to_address, language, data, waits_since)
     values ('m1', 'approved', 'a@example.org', 'en', '{}', now() - interval '20 minutes')`,
  );
  const other = await openOther();

  expect(await findingsOf(other)).toMatchObject({
    mail: 'The oldest unsent email has waited for 20 minutes.',
  });
  await api.database.query('delete from backoffice.outbox');
});

test('warns if an installation with several users has no backups', async () => {
  const open = (parts: object) => openOther(parts).then(findingsOf);
  const at = new Date(Date.now() - 40 * 86_400_000);

  expect(await open({ isForOthers: true })).toMatchObject({
    backup: checkReasons.backupMissing.says,
  });
  expect(await open({})).not.toHaveProperty('backup');
  expect(await open({ isForOthers: true, backupPlan: 'elsewhere' })).not.toHaveProperty('backup');

  await saveBackupRun(api.database, { kind: 'backup', backup: 'a', beganAt: at });
  expect(await open({ isForOthers: true })).toMatchObject({
    backup: checkReasons.backupUnrehearsed.says,
  });
  const daily = { dailyAt: '03:15', timeZone: 'UTC' };
  expect(await open({ backupPlan: daily })).toMatchObject({ backup: checkReasons.backupLate.says });

  await saveBackupRun(api.database, { kind: 'backup', backup: null, beganAt: at, error: 'full' });
  expect(await open({ backupPlan: daily })).toMatchObject({
    backup: checkReasons.backupFailed.says,
  });

  await saveBackupRun(api.database, { kind: 'backup', backup: 'b', beganAt: new Date() });
  await saveBackupRun(api.database, { kind: 'rehearsal', backup: 'b', beganAt: new Date() });
  expect(await open({ backupPlan: daily })).toMatchObject({ backup: 'ok' });
  await api.database.query('delete from backoffice.backup_runs');
});

test('mentions data left by an earlier PostgreSQL, with its size', async () => {
  const path = await openTemporaryFolder();
  await writeFile(join(path, 'file'), Buffer.alloc(3_000_000));
  const other = await openOther({ formerData: () => [{ path, version: 17 }] });

  expect(await findingsOf(other)).toMatchObject({
    formerData: 'The data of PostgreSQL 17 is still there: 3 MB.',
  });
});

test('warns of sign-in providers that do not answer, by name', async () => {
  const oidc = await openOidcServer({ publicUrl: 'http://localhost' });
  const closed = {
    ...oidc.configuration(),
    name: 'other',
    label: 'Elsewhere',
    issuer: 'http://localhost:1',
  };
  const both = await openOther({ oidc: [oidc.configuration(), closed] });
  const one = await openOther({ oidc: [oidc.configuration()] });

  expect(await findingsOf(both)).toMatchObject({
    signIn: 'A sign-in service does not answer: Elsewhere.',
  });
  expect(await findingsOf(one)).toMatchObject({ signIn: 'ok' });
  await oidc.close();
});

test('warns of changes that have not reached the backup store for five minutes', async () => {
  const since = (minutes: number) => ({
    archivedUntil: () => Date.now() - minutes * 60_000,
    waitingBytes: () => 0,
  });
  const late = await openOther({ pointInTime: since(5.5) });
  const fine = await openOther({ pointInTime: since(4) });

  expect(await findingsOf(late)).toMatchObject({
    pointInTime: 'Changes have not reached the backup store for 5 minutes.',
  });
  expect(await findingsOf(fine)).toMatchObject({ pointInTime: 'ok' });
});

test('has the same places in the texts of both languages', () => {
  const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place);

  for (const [reason, { says }] of Object.entries(checkReasons))
    expect(places(germanCheckReasons[reason as keyof typeof checkReasons].says)).toEqual(
      places(says),
    );
});
