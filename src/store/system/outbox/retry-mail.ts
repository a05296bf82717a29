import type { QueryRunner } from '../../store.ts';
import { OUTBOX_CHANNEL } from './put-mail.ts';

/** Has a parked or waiting mail tried at once, and for two days again; false when there is nothing to try. */
export async function retryMail(sql: QueryRunner, id: string): Promise<boolean> {
  const { rows } = await sql.query(
    `with retried as (
       update backoffice.outbox set state = 'waiting', attempts = 0, unreachable = false,
         due_at = clock_timestamp(), waits_since = clock_timestamp(), ended_at = null
       where id = $1 and state in ('waiting', 'parked')
         and coalesce(good_until > clock_timestamp(), true)
       returning 1)
     select pg_notify('${OUTBOX_CHANNEL}', '') from retried`,
    [id],
  );
  return rows.length > 0;
}
