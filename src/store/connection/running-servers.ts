import type { QueryRunner } from '../store.ts';
import { statement } from './statement.ts';

/** Each server holds this lock, shared, on the connection with which it listens. It protects nothing. */
const RUNNING = 7_261_003;

/** Each server also holds a lock for the store of its files; the second key is a hash of its name. */
const FILE_STORE = 7_261_004;

/** Shows other processes that a server runs, and where it has its files, for as long as the connection lives. */
export async function announceServer(
  connection: { query(text: string, values?: unknown[]): Promise<unknown> },
  fileStore = '',
): Promise<void> {
  await connection.query(
    `select pg_advisory_lock_shared(${RUNNING}), pg_advisory_lock_shared(${FILE_STORE}, hashtext($1))`,
    [fileStore],
  );
}

/** Whether a running server has its files in the store of this name, or in another one. */
export async function isStoreServed(
  sql: QueryRunner,
  fileStore: string,
  which: 'this' | 'other' = 'this',
): Promise<boolean> {
  return await sql.some(
    `select from pg_locks where locktype = 'advisory' and classid = ${FILE_STORE} and granted
       and objid::bigint ${which === 'this' ? '=' : '<>'} hashtext($1)::bigint & 4294967295
       and database = (select oid from pg_database where datname = current_database())`,
    [fileStore],
  );
}

/** Whether a server runs on this database. A server that is still starting does not count. */
export async function isServed(sql: QueryRunner): Promise<boolean> {
  return await isLockHeld(sql, RUNNING);
}

/** How many servers run on this database. */
export const countServers = statement.value<number>(
  `select count(*)::int from pg_locks where locktype = 'advisory' and objid = ${RUNNING} and classid = 0 and granted
   and database = (select oid from pg_database where datname = current_database())`,
);

/** Whether a connection to this database holds the advisory lock. */
export async function isLockHeld(sql: QueryRunner, lock: number): Promise<boolean> {
  return await sql.some(
    `select from pg_locks where locktype = 'advisory' and objid = ${lock} and classid = 0 and granted
       and database = (select oid from pg_database where datname = current_database())`,
  );
}

/** What keeps a database from working for long: bytes on disk, and seconds of the oldest open transaction. */
export type DatabaseLoad = { size: number; oldestTransaction: number };

/** Asks PostgreSQL. Without special rights it tells only of transactions of the same role. */
export const readDatabaseLoad = statement.only<DatabaseLoad>(
  `select pg_database_size(current_database())::float8 as size,
   coalesce((select max(extract(epoch from clock_timestamp() - xact_start)) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and backend_type = 'client backend'), 0)::float8 as "oldestTransaction"`,
);
