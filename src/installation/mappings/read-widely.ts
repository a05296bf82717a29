import type { Database } from '../../store/connection/database.ts';
import type { QueryRunner } from '../../store/store.ts';

/** For looking at all extractions at once: more time than a request has usually, and memory to group a hundred thousand terms in. */
export function readWidely<Result>(
  database: Database,
  read: (sql: QueryRunner) => Promise<Result>,
): Promise<Result> {
  return database.for('report').transaction(
    async (sql) => {
      await sql.query(`set local work_mem = '48MB'`);
      return read(sql);
    },
    { readOnly: true, timeout: 20_000 },
  );
}
