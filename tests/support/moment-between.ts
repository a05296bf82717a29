import type { Database } from '../../src/store/connection/database.ts';

/**
 * A moment after all that was written so far, and before what is written next. Moments have milliseconds, and a change
 * is recorded after the `createdAt` or `updatedAt` of its record.
 */
export async function momentBetween(database: Database): Promise<string> {
  await database.query('select pg_sleep(0.003)');
  const now = await database.value<string>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  );
  await database.query('select pg_sleep(0.003)');
  return now;
}
