import { afterEach, beforeEach, expect, test } from 'vitest';
import { pingMonitor } from '../../../src/hosts/backup/ping-monitor.ts';
import { openMonitor, type Monitor } from '../../support/open-monitor.ts';
import { runCommand } from '../../support/run-command.ts';

let monitor: Monitor;
let reports: string[];
beforeEach(async () => {
  monitor = await openMonitor();
  reports = [];
});
afterEach(() => monitor.close());

const ping = (outcome: 'made' | 'failed', path = '/secret-id', more: object = {}): Promise<void> =>
  pingMonitor(`${monitor.url}${path}`, outcome, {
    report: (sentence) => reports.push(sentence),
    pauses: [0, 0],
    ...more,
  });

test('the monitor is called after a backup, and with /fail after a failed one', async () => {
  await ping('made');
  await ping('failed');
  await ping('made', '/push/secret-id?status=up');
  await ping('failed', '/push/secret-id/?create=1');

  expect(monitor.calls).toEqual([
    'GET /secret-id',
    'GET /secret-id/fail',
    'GET /push/secret-id?status=up',
    'GET /push/secret-id/fail?create=1',
  ]);
  expect(reports).toEqual([]);
});

test('the call is repeated after an error of the monitor', async () => {
  monitor.statuses = [500, 503];

  await ping('made');

  expect(monitor.calls).toHaveLength(3);
  expect(reports).toEqual([]);
});

// A redirect would tell another server the path.
test.each([404, 302])(
  'a monitor that answers with %i is reported by its host alone',
  async (status) => {
    monitor.statuses = [status, status, status];

    await ping('failed');

    expect(monitor.calls).toHaveLength(3);
    expect(reports).toEqual([
      `The monitor of backups at ${monitor.host} could not be called (status ${status})`,
    ]);
  },
);

test('a monitor that cannot be reached is reported', async () => {
  await monitor.close();

  await ping('made');

  expect(reports).toEqual([
    `The monitor of backups at ${monitor.host} could not be called (ECONNREFUSED)`,
  ]);
});

test('the call ends with the server', async () => {
  await ping('made', '/secret-id', { signal: AbortSignal.abort() });

  expect([monitor.calls, reports]).toEqual([[], []]);
});

test('a command that could not start its backup reports it to the monitor, and gives the reason', async () => {
  const env = { BACKUP_PING_URL: `${monitor.url}/secret-id`, BACKUP_TO: '/nowhere' };

  const { code, err } = await runCommand(['backup'], { env });

  expect(code).toBe(1);
  expect(err).toContain('Set BACKUP_KEY');
  expect(monitor.calls).toEqual(['GET /secret-id/fail']);
});
