import type { QueryRunner } from '../../store.ts';

/** Whether a deleted record can still be brought back. */
export async function isInTrash(sql: QueryRunner, resource: string, id: string): Promise<boolean> {
  return await sql.some('select from backoffice.trash where resource = $1 and record_id = $2', [
    resource,
    id,
  ]);
}
