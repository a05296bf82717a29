import { requireLast } from '../../../fields/require-entry.ts';
import type { WebhookEvent } from '../../../contract/webhooks.ts';
import type { QueryRunner } from '../../store.ts';
import { resourcesSql, ROOM_BELOW, type WebhookSettings } from './webhooks.ts';
import { statement } from '../../connection/statement.ts';

/** A webhook that only its claimer delivers for, for as long as the claimer renews the lease. */
export type ClaimedWebhook = WebhookSettings & {
  id: string;
  secret: Buffer;
  formerSecret: Buffer | null;
  createdBy: string;
  createdAt: string;
  failures: number;
  /** Whether attempts have failed for so long that the next failure disables it. */
  isHopeless: boolean;
  lease: string;
};

/** Without a sign of life, another server takes over; an attempt takes at most ten seconds. */
export const LEASE = 30;

/** After days of failures only, the webhook is disabled. */
const HOPELESS_DAYS = 3;

const columns = `w.id, name, url, ${resourcesSql} as resources, events, filter, fields, role, enabled, secret, created_by as "createdBy",
  created_at as "createdAt", case when former_until > now() then former_secret end as "formerSecret", failures, lease,
  coalesce(failing_since < now() - make_interval(days => ${HOPELESS_DAYS}), false) as "isHopeless"`;

const written = `select from backoffice.history h where h.resource = any(${resourcesSql}) and h.seq > w.after_seq`;

/** Whether the history has changes that the webhook has not read. */
const unread = `(w.from_at is null and exists (${written} and h.xid >= pg_snapshot_xmin(w.since::pg_snapshot)
      and not pg_visible_in_snapshot(h.xid, w.since::pg_snapshot))
    or w.from_at is not null and exists (${written} and h.at >= w.from_at))`;

const dueDelivery = `exists (select from backoffice.webhook_deliveries d
    where d.webhook = w.id and d.state = 'waiting' and d.due_at <= clock_timestamp())`;

const hasRoom = `(select count(*) from (select from backoffice.webhook_deliveries d
    where d.webhook = w.id and d.state = 'waiting' limit ${ROOM_BELOW}) x) < ${ROOM_BELOW}`;

/** Claims webhooks that have something to do. Every server may ask at once: what one takes, the others do not see. */
export const claimWebhooks = statement.rows<
  ClaimedWebhook,
  [claim: { most: number; lease: string }]
>(
  `update backoffice.webhooks w set lease = $2, due_at = clock_timestamp() + make_interval(secs => ${LEASE})
   from (select id from backoffice.webhooks w
         where enabled and due_at <= clock_timestamp() and (${dueDelivery} or (${unread} and ${hasRoom}))
         order by due_at limit $1 for update skip locked) due
   where w.id = due.id returning ${columns}`,
  ({ most, lease }) => [most, lease],
);

/** One webhook as its server needs it, without a claim: for a test. */
export const findForTest = statement.first<ClaimedWebhook, [id: string]>(
  `select ${columns} from backoffice.webhooks w where w.id = $1`,
);

/** Extends the lease, and returns the webhook as it is now; undefined when it was disabled or another server has it. */
export const renewWebhook = statement.first<
  ClaimedWebhook,
  [webhook: Pick<ClaimedWebhook, 'id' | 'lease'>]
>(
  `update backoffice.webhooks w set due_at = clock_timestamp() + make_interval(secs => ${LEASE})
   where w.id = $1 and lease = $2 and enabled returning ${columns}`,
  ({ id, lease }) => [id, lease],
);

/** Gives the webhook back; `pause`: the seconds until a server may work on it again. */
export const releaseWebhook = statement.run<
  [webhook: Pick<ClaimedWebhook, 'id' | 'lease'>, pause: number]
>(
  `update backoffice.webhooks set lease = null, due_at = clock_timestamp() + make_interval(secs => $3::float8)
   where id = $1 and lease = $2`,
  ({ id, lease }, pause) => [id, lease, pause],
);

/** Seconds until a webhook may have something to do again; undefined when nothing waits. */
export async function nextWebhookDue(sql: QueryRunner): Promise<number | undefined> {
  const seconds = await sql.value<number | null>(
    `select extract(epoch from min(greatest(w.due_at,
         (select min(d.due_at) from backoffice.webhook_deliveries d where d.webhook = w.id and d.state = 'waiting')))
       - clock_timestamp())::float8
     from backoffice.webhooks w where enabled and (due_at > clock_timestamp() or exists (
       select from backoffice.webhook_deliveries d where d.webhook = w.id and d.state = 'waiting'))`,
  );
  return seconds ?? undefined;
}

/** Whether any webhook is enabled, so that changes are worth a look. */
export const hasWebhooks = statement.some('select from backoffice.webhooks where enabled limit 1');

/** A change that a webhook may have to send. */
export type UnreadChange = { seq: string; resource: string; id: string; event: WebhookEvent };

/** A record that comes back continues its versions. */
export const eventSql = `case when h.operation = 'create' and h.version > 1 then 'restored' else h.operation || 'd' end`;

/** A page of changes that a webhook has not read, and where it stands afterwards. */
export type UnreadPage = { changes: UnreadChange[]; until: string; after: string | null };

/**
 * Reads the next changes in the order of the writes, at most `most`. Row numbers alone would miss changes, because a
 * write with a smaller number may be committed later; a snapshot says exactly which transactions were visible. Up to
 * that snapshot, pages go by row numbers. Our own snapshot is only of no use after the database was restored elsewhere.
 */
export async function readUnread(
  sql: QueryRunner,
  { id, resources, events }: ClaimedWebhook,
  most: number,
): Promise<UnreadPage> {
  const at = await sql.only<{ since: string; until: string; after: string; from: string | null }>(
    `select coalesce(until, pg_current_snapshot()::text) as until, after_seq::text as after, from_at::text as "from",
       case when pg_snapshot_xmax(since::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot())
         then pg_current_snapshot()::text else since end as since
     from backoffice.webhooks where id = $1`,
    [id],
  );
  const isNew =
    at.from === null
      ? 'h.xid >= pg_snapshot_xmin($4::pg_snapshot) and not pg_visible_in_snapshot(h.xid, $4::pg_snapshot)'
      : 'h.at >= $4::timestamptz';
  const rows = await sql.rows<UnreadChange>(
    `select h.seq::text, h.resource, h.record_id as id, ${eventSql} as event from backoffice.history h
     where h.resource = any($1::text[]) and h.seq > $2::bigint and pg_visible_in_snapshot(h.xid, $3::pg_snapshot) and ${isNew}
     order by h.seq limit $5`,
    [resources, at.after, at.until, at.from ?? at.since, most],
  );
  const changes = rows.filter(({ event }) => events.includes(event));
  return { changes, until: at.until, after: rows.length < most ? null : requireLast(rows).seq };
}

/**
 * Moves a webhook past a page and stores what it has to deliver, both or neither. What was delivered before, in the
 * case of a replay, is delivered again under the same ID. False when another server has the webhook.
 */
export async function storePage(
  sql: QueryRunner,
  { id, lease }: Pick<ClaimedWebhook, 'id' | 'lease'>,
  { until, after }: Pick<UnreadPage, 'until' | 'after'>,
  changes: readonly UnreadChange[],
): Promise<boolean> {
  const column = (name: keyof UnreadChange) => changes.map((change) => change[name]);
  return await sql.value<boolean>(
    `with moved as (
       update backoffice.webhooks set until = case when $4::bigint is null then null else $3 end,
         since = case when $4::bigint is null then $3 else since end,
         from_at = case when $4::bigint is null then null else from_at end,
         after_seq = coalesce($4::bigint, 0)
       where id = $1 and lease = $2 returning id),
     put as (
       insert into backoffice.webhook_deliveries as d (id, webhook, event, seq, record_id, resource)
       select 'msg_' || moved.id || '_' || u.seq, moved.id, u.event, u.seq, u.record, u.resource
       from moved, unnest($5::bigint[], $6::text[], $7::text[], $8::text[]) u(seq, record, event, resource)
       on conflict (id) do update set state = 'waiting', attempts = 0, ended_at = null,
         created_at = clock_timestamp(), due_at = clock_timestamp())
     select exists (select from moved)`,
    [id, lease, until, after, column('seq'), column('id'), column('event'), column('resource')],
  );
}
