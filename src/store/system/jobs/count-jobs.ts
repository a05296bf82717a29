import type { QueryRunner } from '../../store.ts';

/** How many jobs there are in each state. */
export async function countJobs(sql: QueryRunner): Promise<{ state: string; count: number }[]> {
  const { rows } = await sql.query<{ state: string; count: number }>(
    'select state, count(*) as count from backoffice.jobs group by state',
  );
  return rows;
}

/** Files of a user that were sent and not taken in yet. */
export async function countWaitingFiles(
  sql: QueryRunner,
  user: string,
): Promise<{ files: number; bytes: number }> {
  const { rows } = await sql.query<{ files: number; bytes: number }>(
    `select count(*)::int as files, coalesce(sum((file->>'size')::numeric), 0)::float8 as bytes
     from backoffice.jobs where created_by = $1 and kind = 'import' and state in ('uploaded', 'rehearsed')`,
    [user],
  );
  return rows[0]!;
}
