import type { QueryRunner } from '../../store.ts';

/** Since when the oldest mail waits that should have been sent by now; null where none does. */
export async function findMailsWaitSince(sql: QueryRunner): Promise<string | null> {
  const { rows } = await sql.query<{ since: string | null }>(
    `select min(waits_since) as since from backoffice.outbox
     where state in ('waiting', 'sending') and waits_since < now() - interval '5 minutes'`,
  );
  return rows[0]?.since ?? null;
}

/** How many mails there are in each state; those that were sent are kept for 30 days. */
export async function countMails(sql: QueryRunner): Promise<{ state: string; count: number }[]> {
  const { rows } = await sql.query<{ state: string; count: number }>(
    'select state, count(*) as count from backoffice.outbox group by state',
  );
  return rows;
}
