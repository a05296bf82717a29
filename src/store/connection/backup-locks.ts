import type { QueryRunner } from '../store.ts';
import { statement } from './statement.ts';

/** The process that makes a backup holds it, so that there is one at a time. */
const BACKUP = 7_261_045;

/**
 * A backup holds it until it has the bytes of all files that it knows. Who removes bytes holds it, shared, for the time
 * of a transaction.
 */
const FILES_OF_BACKUP = 7_261_046;

/** Whether no other process makes a backup; then none can until this connection ends. */
export const isOnlyBackup = statement.value<boolean>(`select pg_try_advisory_lock(${BACKUP})`);

/** Starts a backup on this connection, and waits for running removals of files. False: another one is running. */
export async function beginBackup(connection: QueryRunner): Promise<boolean> {
  if (!(await isOnlyBackup(connection))) return false;
  await connection.query(`select pg_advisory_lock(${FILES_OF_BACKUP})`);
  return true;
}

/** Whether bytes of files may be removed in this transaction; not while a backup still has to read them. */
export const mayRemoveFiles = statement.value<boolean>(
  `select pg_try_advisory_xact_lock_shared(${FILES_OF_BACKUP})`,
);
