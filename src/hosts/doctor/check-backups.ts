import type { Database } from '../../store/connection/database.ts';
import { readBackupState } from '../../store/system/backups/backup-runs.ts';
import type { Environment } from '../environment.ts';
import { advise, fine, wrong, type Finding } from './finding.ts';

const DAY = 86_400_000;

/** Whether backups are made, and whether they come back. */
export async function checkBackups(
  database: Database,
  { backupSchedule }: Environment,
): Promise<Finding[]> {
  const isRecorded = await database.value("select to_regclass('backoffice.backup_runs')");
  const state = isRecorded ? await readBackupState(database, backupSchedule) : undefined;
  if (state?.by === 'others' || (!state && backupSchedule === 'elsewhere'))
    return [fine('Another system makes the backups (BACKUP_SCHEDULE)')];
  if (!state || state.by === 'nobody')
    return [
      advise(
        'No backup was ever made here, and none is planned',
        'Set BACKUP_TO, BACKUP_KEY and BACKUP_SCHEDULE (docs/backup.md); or BACKUP_SCHEDULE=elsewhere if another system makes them',
      ),
    ];
  const { last, failedAt, isLate, isUnrehearsed } = state;
  const age = last ? Math.floor((Date.now() - Date.parse(last.at)) / DAY) : undefined;
  const says = age === undefined ? 'No backup was made yet' : `The last backup is ${age} days old`;
  const todo = 'Find the reason in the log, and run: npx backoffice backup';
  return [
    ...(failedAt ? [wrong('The last backup failed', todo)] : []),
    isLate || age === undefined ? wrong(says, todo) : fine(says),
    ...(isUnrehearsed
      ? [
          advise(
            'No backup was restored for a month, so nobody knows whether they work',
            'Run: npx backoffice backup --rehearse',
          ),
        ]
      : []),
  ];
}
