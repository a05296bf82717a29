import type { QueryRunner } from '../store.ts';

/** On which every server hears how far imports are, whichever server they run on. */
export const PROGRESS_CHANNEL = 'backoffice_imports';

/** How far an import is, for its owner and for admins. */
export type ImportProgressNotice = {
  /** Of a job its id, else that of the request. */
  id: string;
  resource: string;
  createdBy: string;
  state: string;
  /** The last row that was looked at. */
  rows: number;
  counts: Readonly<Record<string, number>>;
};

export async function announceImport(
  sql: QueryRunner,
  notice: ImportProgressNotice,
): Promise<void> {
  await sql.query('select pg_notify($1, $2)', [PROGRESS_CHANNEL, JSON.stringify(notice)]);
}
