import type { QueryRunner } from '../store.ts';

/** How many mails there are in each state; those that were sent are kept for 30 days. */
export async function countMails(sql: QueryRunner): Promise<{ state: string; count: number }[]> {
  const { rows } = await sql.query<{ state: string; count: number }>(
    'select state, count(*) as count from backoffice.outbox group by state',
  );
  return rows;
}
