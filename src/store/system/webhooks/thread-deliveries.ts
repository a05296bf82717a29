import type { ThreadHappening } from '../../../contract/webhooks.ts';
import { statement } from '../../connection/statement.ts';
import { sqlTypes } from '../../sql-types.ts';
import { resourcesSql, WEBHOOK_CHANNEL } from './webhooks.ts';

type ThreadDelivery = {
  event: ThreadHappening;
  resource: string;
  record: string;
  thread: string;
  message: string | undefined;
};

/**
 * Adds what happened in a thread to the deliveries of the webhooks that want it, in the transaction of the write and in
 * the order of the history. What of it they may send is decided when they send it.
 */
export const deliverThread = statement.run<[ThreadDelivery]>(
  `with put as (
     insert into backoffice.webhook_deliveries (id, webhook, event, seq, resource, record_id, thread, message)
     select 'msg_' || n.id || '_' || n.seq, n.id, $1, n.seq, $2, $3, $4, $5 from (
       select w.id, nextval('backoffice.history_seq_seq') as seq from backoffice.webhooks w
       where w.enabled and $1 = any(w.events) and $2 = any(${resourcesSql})) n
     returning 1)
   select pg_notify('${WEBHOOK_CHANNEL}', '') from put limit 1`,
  ({ event, resource, record, thread, message }) => [
    event,
    resource,
    record,
    thread,
    message ?? null,
  ],
);

/** Each message of a thread since a moment, and when threads were closed last, with the message that began them first. */
const happened = `(
  select case when m.id = (select min(f.id) from backoffice.messages f where f.thread = m.thread)
      then 'thread.opened' else 'thread.message' end as event, m.thread, m.id as message, m.at
    from backoffice.messages m where m.at >= $2::timestamptz
  union all select 'thread.closed', c.id, null, c.closed_at from backoffice.threads c where c.closed_at >= $2::timestamptz)`;

/**
 * Delivers to a webhook what happened in threads since a moment: again under the same ID what it has in its log, and
 * what came before the webhook did. What of it the webhook may send is decided when it is sent.
 */
export const replayThreads = statement.run<[webhook: string, from: string]>(
  `with again as (
     update backoffice.webhook_deliveries d set state = 'waiting', attempts = 0, ended_at = null, due_at = clock_timestamp()
     from backoffice.webhooks w where w.id = $1 and d.webhook = w.id and d.thread is not null and not d.is_test
       and d.created_at >= $2::timestamptz and d.event = any(w.events) and d.resource = any(${resourcesSql})
     returning d.event, d.thread, d.message)
   insert into backoffice.webhook_deliveries (id, webhook, event, seq, resource, record_id, thread, message, created_at)
   select 'msg_' || n.id || '_' || n.seq, n.id, n.event, n.seq, n.resource, n.record, n.thread, n.message, n.at from (
     select w.id, h.*, t.resource, t.record, nextval('backoffice.history_seq_seq') as seq
     from backoffice.webhooks w, ${happened} h join backoffice.threads t on t.id = h.thread
     where w.id = $1 and h.event = any(w.events) and t.resource = any(${resourcesSql}) and t.record is not null and not exists (select from again a
       where a.thread = h.thread and a.event = h.event and (h.message is null or a.message = h.message))
     order by h.at) n`,
  (webhook, from) => [webhook, from],
);

/** A delivery about a thread, with the thread and the message as they are now. */
type ThreadToSend = {
  seq: string;
  event: ThreadHappening;
  at: string;
  thread: string;
  record: string;
  fields: string[];
  status: string;
  message: string | null;
  by: string | null;
  text: string | null;
};

export const readThreadDeliveries = statement.rows<ThreadToSend, [seqs: readonly string[]]>(
  `select d.seq::text, d.event, ${sqlTypes.timestamptz.toJson('d.created_at')} as at, d.thread, t.record, t.fields,
     t.status, m.id as message, m.by, m.text
   from backoffice.webhook_deliveries d join backoffice.threads t on t.id = d.thread
   left join backoffice.messages m on m.id = d.message where d.seq = any($1::bigint[])`,
);

/** What was sent of a message whose text was removed. */
export const eraseSentMessage = statement.run<[message: string]>(
  `update backoffice.webhook_attempts a set body = null, answer = null
   from backoffice.webhook_deliveries d where d.id = a.delivery and d.thread is not null and d.message = $1`,
);
