import { dirname, join } from 'node:path';
import { rm, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openBackups } from '../../../src/hosts/open/open-backups.ts';
import { readBackupState, saveBackupRun } from '../../../src/store/system/backups/backup-runs.ts';
import { openTestApi, type TestApi } from '../../support/api.ts';
import { openMonitor } from '../../support/open-monitor.ts';
import { runCommand } from '../../support/run-command.ts';
import { studiesDescriptor, studiesSource } from '../../support/studies.ts';
import { openTemporaryFolder } from '../../support/temporary-folder.ts';

const folder = await openTemporaryFolder();
const place = join(folder, 'backups');
const schedule = { dailyAt: '03:15', timeZone: 'Europe/Berlin' };
const log = { debug() {}, info() {}, warn() {}, error() {} };
let api: TestApi;

beforeAll(async () => {
  await writeFile(join(folder, 'resources.json'), JSON.stringify(studiesSource));
  const descriptor = studiesDescriptor();
  api = await openTestApi({ descriptor: () => descriptor });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await api.close();
});

/** What the audit and the outbox say about failed backups. */
async function countReports(): Promise<unknown> {
  return await api.database.first(
    `select (select count(*)::int from backoffice.audit where action = 'backupFailed') as audit,
       (select count(distinct to_address)::int from backoffice.outbox where kind = 'backupFailed') as admins,
       (select count(*)::int from backoffice.outbox where kind = 'backupFailed') as mails,
       (select count(*)::int from backoffice.backup_runs where error is not null) as failed,
       (select count(*)::int from backoffice.backup_runs where error is null) as made`,
  );
}

test('a server makes a backup when it is time, mails the first of several failures, and calls the monitor', async () => {
  const monitor = await openMonitor();
  const backupPingUrl = `${monitor.url}/secret-id`;
  const env = {
    DATABASE_URL: api.url,
    FILES_URL: `file://${dirname(api.services.blobs.scratch)}`,
    DATA_DIR: folder,
    RESOURCES: join(folder, 'resources.json'),
    SECRET: 'x'.repeat(40),
    BACKUP_TO: place,
    BACKUP_PING_URL: backupPingUrl,
    BACKUP_KEY: 'age1lvyvwawkr0mcnnnncaghunadrqkmuf9e6507x9y920xxpp866cnql7dp2z',
  };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  await writeFile(place, 'a file where a folder should be');
  const { database, store, descriptor } = api.services;
  const installation = { database, store, live: { current: descriptor } as never };
  const close = openBackups({ backupSchedule: schedule, backupPingUrl }, installation, log, 200);
  const makeDue = () =>
    database.query(`update backoffice.upkeep set begun_at = '2020-01-01' where task = 'backup'`);
  await expect.poll(makeDue).toMatchObject({ rowCount: 1 });
  const options = { timeout: 30_000, interval: 200 };

  await expect.poll(countReports, options).toMatchObject({ failed: 1 });
  await makeDue();
  await expect.poll(countReports, options).toMatchObject({ failed: 2 });
  await rm(place);
  await makeDue();
  await expect.poll(countReports, options).toMatchObject({ made: 1 });
  await expect.poll(() => monitor.calls.length, options).toBe(3);
  await close();
  const byHand = await runCommand(['backup'], { env });
  await monitor.close();

  expect(byHand.code).toBe(0);
  const [failed, made] = ['GET /secret-id/fail', 'GET /secret-id'];
  expect(monitor.calls).toEqual([failed, failed, made, made]);
  const reports = (await countReports()) as { audit: number; admins: number; mails: number };
  expect(reports).toMatchObject({ audit: 1, mails: reports.admins });
  expect(reports.admins).toBeGreaterThan(0);
  const info = await api.call('GET', '/api/info', { as: 'viewer' });
  expect(info.json.backups).toMatchObject({
    last: { bytes: expect.any(Number) },
    rehearsal: null,
    failedAt: null,
    isLate: false,
    isUnrehearsed: false,
  });
});

describe('the state of backups', () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

  test('warns of missing backups', async () => {
    const { database } = api;
    await database.query('delete from backoffice.backup_runs');
    const none = await readBackupState(database, undefined);
    await saveBackupRun(database, { kind: 'backup', backup: 'a', beganAt: daysAgo(40), bytes: 7 });
    const late = await readBackupState(database, schedule);
    const byHand = await readBackupState(database, undefined);
    await saveBackupRun(database, { kind: 'backup', backup: 'b', beganAt: daysAgo(1), bytes: 8 });
    await saveBackupRun(database, { kind: 'rehearsal', backup: 'b', beganAt: daysAgo(0) });
    const fine = await readBackupState(database, schedule);

    expect(none).toMatchObject({ by: 'nobody', last: null, isLate: false });
    expect(late).toMatchObject({ isLate: true, isUnrehearsed: true, last: { bytes: 7 } });
    expect(late.next).toMatch(/T0[12]:15:00.000Z$/);
    expect(Date.parse(late.next!) - Date.now()).toBeLessThan(86_400_000);
    expect(byHand).toMatchObject({ isLate: false, next: null });
    expect(fine).toMatchObject({ isLate: false, isUnrehearsed: false, last: { bytes: 8 } });
    expect(Date.parse(fine.rehearsal!.at)).toBeGreaterThan(Date.now() - 60_000);
  });
});
