import type { QueryRunner } from '../../store.ts';
import { resourcesSql } from './webhooks.ts';
import { statement } from '../../connection/statement.ts';

/** A webhook that has not read the whole history, and the time from which on it has to. */
export type UnreadFrom = { webhook: string; from: string };

/**
 * Where the webhooks stand, in a form that holds in another database: a time, because the numbers of transactions mean
 * nothing there. Those without an entry have read everything.
 */
export const readUnreadFrom = statement.rows<UnreadFrom>(
  `select w.id as webhook, min(h.at)::text as "from" from backoffice.webhooks w
   join backoffice.history h on h.resource = any(${resourcesSql})
   where case when w.from_at is null then not pg_visible_in_snapshot(h.xid, w.since::pg_snapshot)
       else h.at >= w.from_at end
     and not (w.until is not null and h.seq <= w.after_seq and pg_visible_in_snapshot(h.xid, w.until::pg_snapshot))
   group by w.id`,
);

/** A snapshot with all that this transaction has restored, and nothing that comes later. */
export const afterThis = `(select format('%s:%s:', n, n) from (select pg_current_xact_id()::text::numeric + 1 as n) next)`;

/**
 * Lets restored webhooks continue where they stood. What was written at the same time may be delivered again, under
 * the same ID.
 */
export async function resumeWebhooks(
  transaction: QueryRunner,
  unread: readonly UnreadFrom[],
): Promise<void> {
  await transaction.query(
    `update backoffice.webhooks w set until = null, after_seq = 0,
       since = ${afterThis},
       from_at = (select u.from_at from unnest($1::text[], $2::timestamptz[]) u(id, from_at) where u.id = w.id)`,
    [unread.map(({ webhook }) => webhook), unread.map(({ from }) => from)],
  );
}
