import { requireLast } from '../../../fields/require-entry.ts';
import type {
  DeliveryState,
  WebhookAttempt,
  WebhookDelivery,
  WebhookEvent,
} from '../../../contract/webhooks.ts';
import { createParams, whenSet } from '../../connection/sql.ts';
import type { QueryRunner } from '../../store.ts';
import { eventSql, LEASE, type ClaimedWebhook } from './webhook-work.ts';
import { replayThreads } from './thread-deliveries.ts';
import { wakeWebhooks } from './webhooks.ts';
import { statement } from '../../connection/statement.ts';

/** A change to deliver, how many deliveries led to it, and how much of its message was erased. */
export type DueDelivery = {
  id: string;
  seq: string;
  resource: string;
  record: string;
  event: WebhookEvent;
  attempts: number;
  hops: number;
  erased: number;
};

/** The collection of a delivery `d`. */
const resourceSql =
  'coalesce(d.resource, (select w.resource from backoffice.webhooks w where w.id = d.webhook))';

/**
 * The changes of the record since the one with `seq`. What a message says of the record is in it now, or it is in one of
 * these.
 */
const changesSince = (seq: string) =>
  `backoffice.history first join backoffice.history h on h.seq >= first.seq
     and h.resource = first.resource and h.record_id = first.record_id where first.seq = ${seq}`;

/** Grows with each value that is erased, and when a person is anonymised, whose name and address are replaced. */
const erasedSql = `coalesce(sum(1 + cardinality(h.erased)), 0)::int`;

const dueColumns = `d.id, d.seq::text, ${resourceSql} as resource, d.record_id as record, d.event, d.attempts, coalesce((
    select (s.detail->>'hops')::int from backoffice.history h
      join backoffice.change_sets s on s.id = h.change_set where h.seq = d.seq), 0) as hops,
  (select ${erasedSql} from ${changesSince('d.seq')}) as erased`;

/** The next deliveries that are due, in the order of the writes. Changes of a record never pass each other. */
export const listDue = statement.rows<DueDelivery, [webhook: string, most: number]>(
  `select ${dueColumns} from backoffice.webhook_deliveries d
   where d.webhook = $1 and d.state = 'waiting' and d.due_at <= clock_timestamp() and not exists (
     select from backoffice.webhook_deliveries e where e.webhook = $1 and e.state = 'waiting'
       and e.record_id = d.record_id and coalesce(e.resource = d.resource, true)
       and e.seq < d.seq and e.due_at > clock_timestamp())
   order by d.seq limit $2`,
);

/** How many deliveries of a webhook wait. */
export const countWaiting = statement.value<number, [webhook: string]>(
  `select count(*)::int from backoffice.webhook_deliveries where webhook = $1 and state = 'waiting'`,
);

/** Adds the delivery of the latest change of a record, in one of the collections, for a test; undefined when it has no history. */
export const insertTest = statement.first<DueDelivery, [test: TestDelivery]>(
  `insert into backoffice.webhook_deliveries as d (id, webhook, event, seq, record_id, resource, is_test, state, ended_at)
   select $1, $2, ${eventSql}, h.seq, h.record_id, h.resource, true, 'dead', clock_timestamp() from backoffice.history h
   where h.resource = any($3::text[]) and h.record_id = $4 order by h.seq desc limit 1
   returning ${dueColumns}`,
  ({ id, webhook, resources, record }) => [id, webhook, resources, record],
);

type TestDelivery = { id: string; webhook: string; resources: readonly string[]; record: string };

/** The outcome of an attempt. */
export type Attempted = {
  attempt: Omit<WebhookAttempt, 'at'>;
  state: DeliveryState;
  /** The seconds until the next attempt, for one that waits. */
  pause: number;
};

/**
 * Logs the attempt of the delivery `ended`, which may be deleted meanwhile. What was sent and answered is left out when
 * a value of the message was erased meanwhile; the lock waits for an erasure that is not committed.
 */
const logged = `locked as (
    select h.erased from ended, lateral (
      select h.erased from ${changesSince('ended.seq')} for share of h) h),
  meanwhile as (select ${erasedSql} = $3::int as "isSame" from locked h),
  logged as (
    insert into backoffice.webhook_attempts
      (delivery, took, url, headers, body, status, answer, error, detail)
    select ended.id, $4::int, $5, $6::jsonb, case when "isSame" then $7 end, $8::int,
      case when "isSame" then $9 end, $10, $11
    from ended left join meanwhile on true)`;

/**
 * Stores an attempt and what follows from it. A success after several failures in a row shows that the target works
 * again, so what waits is due at once. It extends the lease. False when another server has the webhook by now.
 */
export async function storeAttempt(
  sql: QueryRunner,
  { id, lease }: Pick<ClaimedWebhook, 'id' | 'lease'>,
  delivery: SentDelivery,
  { attempt, state, pause }: Attempted,
): Promise<boolean> {
  const isDelivered = state === 'delivered';
  return await sql.value<boolean>(
    `with was as (select failures from backoffice.webhooks where id = $1),
     ended as (
       update backoffice.webhook_deliveries set state = $12, attempts = attempts + 1,
         due_at = clock_timestamp() + make_interval(secs => $13::float8),
         ended_at = case when $12 <> 'waiting' then clock_timestamp() end
       where id = $2 returning id, seq),
     ${logged},
     hurried as (
       update backoffice.webhook_deliveries set due_at = clock_timestamp()
       where $14 and webhook = $1 and state = 'waiting' and id <> $2 and (select failures from was) >= 3),
     told as (
       update backoffice.webhooks set failures = case when $14 then 0 else failures + 1 end,
         failing_since = case when $14 then null else coalesce(failing_since, clock_timestamp()) end,
         delivered_at = case when $14 then clock_timestamp() else delivered_at end,
         due_at = case when lease = $15 then clock_timestamp() + make_interval(secs => ${LEASE}) else due_at end
       where id = $1 returning lease)
     select coalesce((select lease = $15 from told), false)`,
    [id, ...valuesOf(delivery, attempt), state, pause, isDelivered, lease],
  );
}

/** Stores the attempt of a test, which says nothing about the webhook. */
export const storeTest = statement.run<
  [webhook: string, delivery: SentDelivery, attempt: Attempted['attempt']]
>(
  `with ended as (
     update backoffice.webhook_deliveries set attempts = 1, state = $12, ended_at = clock_timestamp()
     where id = $2 and webhook = $1 returning id, seq),
   ${logged}
   select from ended`,
  (webhook, delivery, attempt) => [
    webhook,
    ...valuesOf(delivery, attempt),
    attempt.error === null ? 'delivered' : 'dead',
  ],
);

/** A delivery whose message was made when so much of it was erased. */
type SentDelivery = Pick<DueDelivery, 'id' | 'erased'>;

function valuesOf({ id, erased }: SentDelivery, attempt: Attempted['attempt']): unknown[] {
  const { took, url, headers, body, status, answer, error, detail } = attempt;
  return [id, erased, took, url, JSON.stringify(headers), body, status, answer, error, detail];
}

/** Removes a delivery: the role of its webhook may not see the record any more, or the history lost the change. */
export const dropDelivery = statement.run<[id: string]>(
  'delete from backoffice.webhook_deliveries where id = $1',
);

const listed = `d.id, d.event, ${resourceSql} as resource, d.record_id as record, d.state, d.attempts, d.created_at as "createdAt",
  case when d.state = 'waiting' then d.due_at end as "nextAt", d.ended_at as "endedAt", l.status, l.error`;

const last = `left join lateral (select status, error from backoffice.webhook_attempts a
  where a.delivery = d.id order by a.at desc limit 1) l on true`;

/** The deliveries of a webhook, newest first; `next` continues after the last one. */
export async function listDeliveries(
  sql: QueryRunner,
  webhook: string,
  query: {
    states: readonly DeliveryState[];
    record: string | undefined;
    after: string | undefined;
    perPage: number;
  },
): Promise<{ data: WebhookDelivery[]; next: string | null }> {
  const { states, record, after, perPage } = query;
  const params = createParams([webhook]);
  const conditions = [
    'd.webhook = $1',
    ...whenSet(params, states, (names) => `d.state = any(${names})`),
    ...whenSet(params, record, (id) => `d.record_id = ${id}`),
    ...whenSet(
      params,
      after,
      (id) =>
        `(d.created_at, d.id) < (select created_at, id from backoffice.webhook_deliveries where id = ${id})`,
    ),
  ];
  const rows = await sql.rows<WebhookDelivery>(
    `select ${listed} from backoffice.webhook_deliveries d ${last} where ${conditions.join(' and ')}
     order by d.created_at desc, d.id desc limit ${params.add(perPage + 1)}::int`,
    params.values,
  );
  const data = rows.slice(0, perPage);
  return { data, next: rows.length > perPage ? requireLast(data).id : null };
}

export const findDelivery = statement.first<WebhookDelivery, [webhook: string, id: string]>(
  `select ${listed} from backoffice.webhook_deliveries d ${last} where d.webhook = $1 and d.id = $2`,
);

/** The attempts of a delivery, newest first. */
export const listAttempts = statement.rows<WebhookAttempt, [delivery: string]>(
  `select at, took, url, headers, body, status, answer, error, detail from backoffice.webhook_attempts
   where delivery = $1 order by at desc limit 50`,
);

/** Sends one delivery again, or all that were given up. Returns how many. */
export async function replayDeliveries(
  sql: QueryRunner,
  webhook: string,
  which: { delivery: string } | { dead: true },
): Promise<number> {
  const only = 'delivery' in which ? 'id = $2' : `$2::text is null and state = 'dead'`;
  const { rowCount } = await sql.query(
    `update backoffice.webhook_deliveries set state = 'waiting', attempts = 0, ended_at = null,
       due_at = clock_timestamp()
     where webhook = $1 and ${only} and not is_test`,
    [webhook, 'delivery' in which ? which.delivery : null],
  );
  await hurryWebhook(sql, webhook);
  return rowCount ?? 0;
}

/**
 * Reads the history again from a moment on; from the present one on, that skips what is unread. A later one counts as
 * the present: the clock of the caller may be fast, and what is written until then would be lost. Current workers stop.
 */
export async function replayFrom(sql: QueryRunner, webhook: string, from: string): Promise<void> {
  await sql.query(
    `update backoffice.webhooks set from_at = least($2::timestamptz, clock_timestamp()), until = null, after_seq = 0, lease = null where id = $1`,
    [webhook, from],
  );
  await replayThreads(sql, webhook, from);
  await hurryWebhook(sql, webhook);
}

async function hurryWebhook(sql: QueryRunner, webhook: string): Promise<void> {
  await sql.query(
    'update backoffice.webhooks set due_at = clock_timestamp() where id = $1 and lease is null',
    [webhook],
  );
  await wakeWebhooks(sql);
}

/** The log keeps so many days, and so many ended deliveries of each webhook. */
const KEPT = { days: 30, rows: 5_000 };

/** Removes what the log no longer keeps. Returns how many deliveries. */
export const trimWebhookLog = statement.count(
  `delete from backoffice.webhook_deliveries d using (
     select id, row_number() over (partition by webhook order by ended_at desc, id desc) as n, ended_at
     from backoffice.webhook_deliveries where state <> 'waiting') e
   where d.id = e.id and d.state <> 'waiting'
     and (e.n > ${KEPT.rows} or e.ended_at < now() - make_interval(days => ${KEPT.days}))`,
);
