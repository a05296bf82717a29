import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../connection/database.ts';
import { errorCode, RolledBack } from '../../connection/errors.ts';
import type { QueryRunner } from '../../store.ts';
import { statement } from '../../connection/statement.ts';

/**
 * Changes the tables in one transaction, or not at all. `RolledBack` ends the transaction, and its outcome is
 * returned. Only one change runs at a time; the others wait. While people write, it waits for each table only shortly
 * and begins again after a pause, so that nobody queues behind it for long; at last it throws `TablesInUse`.
 */
export async function changeTables<Outcome>(
  database: Database,
  change: (sql: QueryRunner) => Promise<Outcome>,
  longest = MAX_WAIT_MS,
): Promise<Outcome> {
  const until = performance.now() + longest;
  for (;;) {
    try {
      return await database.transaction(async (sql) => {
        await keepOthersOut(sql);
        await sql.query(`set local lock_timeout = ${LOCK_WAIT}`);
        return await change(sql);
      }, longChange);
    } catch (error) {
      if (error instanceof RolledBack) return error.outcome as Outcome;
      if (!IN_USE.has(errorCode(error))) throw error;
      if (performance.now() > until) throw new TablesInUse(longest, error);
      await sleep(PAUSE * (0.5 + Math.random()));
    }
  }
}

/** Milliseconds for which a change of the tables is tried while people write. */
const MAX_WAIT_MS = 60_000;

/** Milliseconds to wait for a table: less than PostgreSQL's `deadlock_timeout`, so no write of a person is cancelled. */
const LOCK_WAIT = 400;

/** Milliseconds between two attempts, in which the writes that had to wait go on. */
const PAUSE = 600;

/** Serialization failure, deadlock, and waiting too long for a lock. */
const IN_USE: ReadonlySet<unknown> = new Set(['40001', '40P01', '55P03']);

/** Other work used the tables all the time, so nothing was changed. */
export class TablesInUse extends Error {
  constructor(milliseconds: number, cause: unknown) {
    super(
      `People were using the tables, so they could not be changed; tried for ${Math.ceil(milliseconds / 1_000)} s. ` +
        'Nothing was changed. Try again when fewer people write, or stop the servers first.',
      { cause },
    );
  }
}

const CHANGE_OF_TABLES = 7_261_002;

/** Makes this transaction the only one that changes the tables. */
export const keepOthersOut = statement.run('select pg_advisory_xact_lock($1)', () => [
  CHANGE_OF_TABLES,
]);

/**
 * Lets nobody change the tables until the returned function is called or the connection ends. Others then wait here,
 * and not for the locks of tables, where everyone else would queue behind them.
 */
export async function keepTables(connection: QueryRunner): Promise<() => Promise<void>> {
  await connection.query('select pg_advisory_lock_shared($1)', [CHANGE_OF_TABLES]);
  return async () => {
    await connection.query('select pg_advisory_unlock_shared($1)', [CHANGE_OF_TABLES]);
  };
}

/** A change of large tables takes long. */
export const longChange = { timeout: 600_000, lockTimeout: 600_000, idleTimeout: 600_000 };
