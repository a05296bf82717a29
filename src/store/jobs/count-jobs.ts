import type { QueryRunner } from '../store.ts';

/** How many jobs there are in each state. */
export async function countJobs(sql: QueryRunner): Promise<{ state: string; count: number }[]> {
  const { rows } = await sql.query<{ state: string; count: number }>(
    'select state, count(*) as count from backoffice.jobs group by state',
  );
  return rows;
}
