import { expect, test } from 'vitest';
import { saveBackupRun } from '../../../src/store/system/backups/backup-runs.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { screenLibrary } from '../../support/screen-library.ts';
import {
  closeScreen,
  openScreen,
  screen,
  startScreens,
  stopScreens,
} from '../../support/screen.tsx';

const api = await openScreensOf(screenLibrary);

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

const signOf = async (label: string) => (await screen.findByText(label)).closest('li');

test('the information says without alarm that a machine of one person has no backups', async () => {
  await openScreen(api, '/info/overview');

  const sign = await signOf('Backup');
  expect(sign?.textContent).toBe(
    'BackupNot set upSet up backups before others use this installation.Set up backups',
  );
  const link = screen.getByRole('link', { name: 'Set up backups' });
  expect(link.getAttribute('href')).toMatch(/\/help\/backup$/);
});

test.each([
  ['warns where others use the installation', { isForOthers: true }, /^BackupNeeds attention: Not/],
  [
    'says that another system makes them',
    { isForOthers: true, backupPlan: 'elsewhere' as const },
    /^BackupMade by another system$/,
  ],
])('the information %s', async (_, parts, words) => {
  const other = await api.openReplica(parts);
  startScreens(other);
  await openScreen(other, '/info/overview');

  expect((await signOf('Backup'))?.textContent).toMatch(words);
  closeScreen();
  await stopScreens();
  startScreens(api);
  await other.close();
});

test('the information shows the last backup, and warns of a missing rehearsal', async () => {
  await saveBackupRun(api.database, {
    kind: 'backup',
    backup: 'a',
    beganAt: daysAgo(40),
    bytes: 5e6,
  });
  await openScreen(api, '/info/overview');

  const backup = await signOf('Backup');
  const rehearsal = await signOf('Restore rehearsal');
  expect(backup?.textContent).toMatch(/OK: .*5 MB without the files$/);
  expect(rehearsal?.textContent).toMatch(/Needs attention: None yetNone in the last 31 days/);
});
