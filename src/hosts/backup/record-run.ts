import type { QueryRunner } from '../../store/store.ts';
import { saveBackupRun, type BackupRun } from '../../store/system/backups/backup-runs.ts';

/** A run that has ended; with an `error` it failed. */
type Ended = Omit<BackupRun, 'kind' | 'beganAt'>;

/** Runs a backup or a rehearsal, and saves how it ended, for the info page and the metrics. */
export async function recordRun<Done>(
  sql: QueryRunner,
  kind: BackupRun['kind'],
  work: () => Promise<{ done: Done; run: Ended }>,
): Promise<Done> {
  const beganAt = new Date();
  try {
    const { done, run } = await work();
    await saveBackupRun(sql, { kind, beganAt, ...run });
    return done;
  } catch (error) {
    const failed = { kind, beganAt, backup: null, error: (error as Error).message };
    // The first error is the one that people have to see.
    await saveBackupRun(sql, failed).catch(() => undefined);
    throw error;
  }
}
