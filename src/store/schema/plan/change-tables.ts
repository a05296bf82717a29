import type { Database } from '../../connection/database.ts';
import { RolledBack } from '../../connection/errors.ts';
import type { QueryRunner } from '../../store.ts';

/**
 * Changes the tables in one transaction, or not at all. `RolledBack` ends the transaction, and its outcome is
 * returned. Only one change runs at a time; the others wait.
 */
export async function changeTables<Outcome>(
  database: Database,
  change: (sql: QueryRunner) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await database.transaction(async (sql) => {
      await keepOthersOut(sql);
      return await change(sql);
    }, longChange);
  } catch (error) {
    if (error instanceof RolledBack) return error.outcome as Outcome;
    throw error;
  }
}

const CHANGE_OF_TABLES = 7_261_002;

/** Makes this transaction the only one that changes the tables. */
export async function keepOthersOut(transaction: QueryRunner): Promise<void> {
  await transaction.query('select pg_advisory_xact_lock($1)', [CHANGE_OF_TABLES]);
}

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
