import type { QueryRunner } from '../../store.ts';

/** Whether a user was anonymised, in a transaction before this one. */
export async function isAnonymised(sql: QueryRunner, id: string): Promise<boolean> {
  return await sql.some(
    `select 1 from backoffice.anonymised where user_id = $1
     and xid is distinct from pg_current_xact_id_if_assigned()`,
    [id],
  );
}
