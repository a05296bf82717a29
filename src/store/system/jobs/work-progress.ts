import type { Progress } from '../../../contract/events.ts';
import type { QueryRunner } from '../../store.ts';

/** On which every server hears how far long work is, whichever server it runs on. */
export const PROGRESS_CHANNEL = 'backoffice_progress';

/** The work that tells how far it is, and the right one needs to hear of it. */
export const works = { import: 'import', export: 'export', process: 'create' } as const;

/** How far some work is, for whoever began it and for admins. */
export type WorkProgress = Progress & { work: keyof typeof works };

export async function announceProgress(sql: QueryRunner, progress: WorkProgress): Promise<void> {
  await sql.query('select pg_notify($1, $2)', [PROGRESS_CHANNEL, JSON.stringify(progress)]);
}
