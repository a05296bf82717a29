// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { saveBackupRun } from '../../../src/store/system/backups/backup-runs.ts';
import type { TestApi } from '../../support/api.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { screenLibrary } from '../../support/screen-library.ts';
import { closeScreen, openScreen, screen } from '../../support/screen.tsx';

let api: TestApi;
openScreensOf(screenLibrary, (opened) => void (api = opened));

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

test('the information says nothing of backups where there are none, and warns of what is missing', async () => {
  await openScreen(api, '/info/overview');
  await screen.findByText('Uptime');
  expect(screen.queryByText('Backup')).toBeNull();
  closeScreen();

  await saveBackupRun(api.database, {
    kind: 'backup',
    backup: 'a',
    beganAt: daysAgo(40),
    bytes: 5e6,
  });
  await openScreen(api, '/info/overview');

  const backup = (await screen.findByText('Backup')).closest('li');
  const rehearsal = screen.getByText('Restore rehearsal').closest('li');
  expect(backup?.textContent).toMatch(/OK: .*, 5 MB$/);
  expect(rehearsal?.textContent).toMatch(/Needs attention: None yetNone in the last 31 days/);
});
