import type { QueryRunner } from '../../store.ts';

/** On which every server hears how far long work is, whichever server it runs on. */
export const PROGRESS_CHANNEL = 'backoffice_progress';

/** The work that tells how far it is, and the right one needs to hear of it. */
export const works = { import: 'import', export: 'export', process: 'create' } as const;

/** How far some work is, for whoever began it and for admins. */
export type WorkProgress = {
  work: keyof typeof works;
  /** Of a job its id, else that of the request. */
  id: string;
  resource: string;
  createdBy: string;
  state: string;
  /** Of a file the last row that was looked at. */
  rows: number;
  counts: Readonly<Record<string, number>>;
  /** Of a file: how much was read, or written. */
  bytes?: number;
  /** How many rows there are in all, where that is known. */
  total?: number;
  /** What of several things is being done. */
  phase?: string;
};

export async function announceProgress(sql: QueryRunner, progress: WorkProgress): Promise<void> {
  await sql.query('select pg_notify($1, $2)', [PROGRESS_CHANNEL, JSON.stringify(progress)]);
}
