import type { QueryRunner } from '../store.ts';

/** Each server holds this lock, shared, on the connection with which it listens. It protects nothing. */
const RUNNING = 7_261_003;

/** Shows other processes that a server runs, for as long as the connection lives. */
export async function announceServer(connection: {
  query(text: string): Promise<unknown>;
}): Promise<void> {
  await connection.query(`select pg_advisory_lock_shared(${RUNNING})`);
}

/** Whether a server runs on this database. A server that is still starting does not count. */
export async function isServed(sql: QueryRunner): Promise<boolean> {
  return await isLockHeld(sql, RUNNING);
}

/** Whether a connection to this database holds the advisory lock. */
export async function isLockHeld(sql: QueryRunner, lock: number): Promise<boolean> {
  return await sql.some(
    `select from pg_locks where locktype = 'advisory' and objid = ${lock} and classid = 0 and granted
       and database = (select oid from pg_database where datname = current_database())`,
  );
}
