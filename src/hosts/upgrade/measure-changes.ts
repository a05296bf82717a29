import { toQueryRunner, type Connection } from '../../store/connection/connection.ts';
import type { Database } from '../../store/connection/database.ts';
import type { QueryRunner } from '../../store/store.ts';

export type Measured = {
  statements: { text: string; seconds: number }[];
  /** For how long others wait for a table. */
  locks: { table: string; blocks: 'writes' | 'reads and writes'; seconds: number }[];
};

// The modes that stop others: https://www.postgresql.org/docs/current/explicit-locking.html
const heldLocks = `select n.nspname || '.' || c.relname as "table",
    bool_or(l.mode = 'AccessExclusiveLock') as reads
  from pg_locks l join pg_class c on c.oid = l.relation join pg_namespace n on n.oid = c.relnamespace
  where l.pid = pg_backend_pid() and c.relkind in ('r', 'p') and n.nspname not like 'pg\\_%'
    and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
    and c.oid = any($1::oid[])
  group by 1 order by 1`;

/** Nobody waits for tables that the transaction has made. */
const tablesBefore = `select coalesce(array_agg(oid::text), '{}') from pg_class where relkind in ('r', 'p')`;

/** The same database, whose changes are measured: each statement, and the tables that each transaction locks. */
export function measureChanges(database: Database): { database: Database; measured: Measured } {
  const measured: Measured = { statements: [], locks: [] };
  const watch = (sql: QueryRunner): QueryRunner =>
    toQueryRunner(async (text, values) => {
      const begun = performance.now();
      try {
        return await sql.query(text, values);
      } finally {
        measured.statements.push({ text, seconds: (performance.now() - begun) / 1_000 });
      }
    });
  return {
    measured,
    database: {
      ...database,
      transaction: (run, options) =>
        database.transaction(async (connection) => {
          const before = await connection.value<string[]>(tablesBefore);
          const begun = performance.now();
          const outcome = await run({ ...connection, ...watch(connection) });
          const seconds = (performance.now() - begun) / 1_000;
          const heldTables = await connection.rows<{ table: string; reads: boolean }>(heldLocks, [
            before,
          ]);
          for (const { table, reads } of heldTables)
            measured.locks.push({ table, blocks: reads ? 'reads and writes' : 'writes', seconds });
          return outcome;
        }, options),
      alone: (run) =>
        database.alone((connection: Connection) => run({ ...connection, ...watch(connection) })),
    },
  };
}
