import { statement } from './statement.ts';

/** What keeps a database from working for long: bytes on disk, and seconds of the oldest open transaction. */
export type DatabaseLoad = { size: number; oldestTransaction: number };

/** Asks PostgreSQL. Without special rights it tells only of transactions of the same role. */
export const readDatabaseLoad = statement.only<DatabaseLoad>(
  `select pg_database_size(current_database())::float8 as size,
   coalesce((select max(extract(epoch from clock_timestamp() - xact_start)) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and backend_type = 'client backend'), 0)::float8 as "oldestTransaction"`,
);
