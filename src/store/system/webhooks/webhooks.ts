import type { StopReason, Webhook, WebhookEvent } from '../../../contract/webhooks.ts';
import type { QueryRunner } from '../../store.ts';
import { statement } from '../../connection/statement.ts';

/** Tells every server that webhooks or their deliveries have changed. */
export const WEBHOOK_CHANNEL = 'backoffice_webhooks';

/** Each costs a look into the history at every change. */
export const MOST_WEBHOOKS = 50;

/** More deliveries do not wait at a time; the rest stays in the history until there is room. */
export const MOST_WAITING = 1_000;
/** The history is read while fewer wait, so that each reading brings many. */
export const ROOM_BELOW = 500;

/** What a person decides about a webhook. */
export type WebhookSettings = {
  name: string;
  url: string;
  /** The names of its collections. */
  resources: readonly string[];
  events: readonly WebhookEvent[];
  filter: Readonly<Record<string, unknown>> | null;
  fields: readonly string[] | null;
  role: string;
  enabled: boolean;
};

/** A webhook as it is stored; its collections may include some that the descriptor has no more. */
export type StoredWebhook = Omit<Webhook, 'resource'>;

/** The collections of a webhook `w`. */
export const resourcesSql = 'coalesce(w.resources, array[w.resource])';

const shown = `w.id, w.name, w.url, ${resourcesSql} as resources, w.events, w.filter, w.fields, w.role, w.enabled, w.stopped,
  w.created_by as "createdBy", w.created_at as "createdAt",
  case when w.former_until > now() then w.former_until end as "formerUntil",
  w.delivered_at as "deliveredAt", w.failing_since as "failingSince",
  case when w.failures > 0 and w.lease is null and w.due_at > now() then w.due_at end as "nextAt",
  (select count(*)::int from backoffice.webhook_deliveries d where d.webhook = w.id and d.state = 'waiting') as waiting,
  (select count(*)::int from backoffice.webhook_deliveries d where d.webhook = w.id and d.state = 'dead' and not d.is_test) as dead`;

/** All webhooks, ordered by their names. */
export const listWebhooks = statement.rows<StoredWebhook>(
  `select ${shown} from backoffice.webhooks w order by lower(w.name), w.id`,
);

export const findWebhook = statement.first<StoredWebhook, [id: string]>(
  `select ${shown} from backoffice.webhooks w where w.id = $1`,
);

/** The same, which nobody else changes until the transaction ends. */
export async function lockWebhook(
  transaction: QueryRunner,
  id: string,
): Promise<StoredWebhook | undefined> {
  await transaction.query('select from backoffice.webhooks where id = $1 for update', [id]);
  return await findWebhook(transaction, id);
}

/** Adds a webhook, which sends what is committed from now on. False when there are as many as there can be. */
export async function insertWebhook(
  sql: QueryRunner,
  { id, secret, createdBy, ...settings }: WebhookSettings & NewParts,
): Promise<boolean> {
  // Two who add at the same time wait for each other, so that both count.
  await sql.query(`select pg_advisory_xact_lock(hashtext('${WEBHOOK_CHANNEL}'))`);
  return await sql.some(
    `insert into backoffice.webhooks
       (id, secret, created_by, since, name, url, events, filter, fields, role, enabled, resource, resources)
     select $1, $2, $3, pg_current_snapshot()::text, $4, $5, $6, $7, $8, $9, $10, $11, $12
     where (select count(*) from backoffice.webhooks) < ${MOST_WEBHOOKS} returning 1`,
    [id, secret, createdBy, ...valuesOf(settings)],
  );
}

type NewParts = { id: string; secret: Buffer; createdBy: string };

/** The seconds until a message that is on its way has ended. */
const LONGEST_SEND = 10;

/**
 * Changes a webhook. An enabled one forgets why it was stopped, and tries again at once. The current worker stops
 * after the message that is on its way; the next one waits for that.
 */
export const updateWebhook = statement.run<[id: string, settings: WebhookSettings]>(
  `update backoffice.webhooks set name = $2, url = $3, events = $4, filter = $5, fields = $6, role = $7,
     enabled = $8, resource = $9, resources = $10,
     stopped = case when $8 then null else stopped end,
     failures = case when $8 then 0 else failures end,
     failing_since = case when $8 then null else failing_since end,
     due_at = clock_timestamp()
       + case when lease is null then interval '0' else make_interval(secs => ${LONGEST_SEND}) end,
     lease = null
   where id = $1`,
  (id, settings) => [id, ...valuesOf(settings)],
);

function valuesOf(settings: WebhookSettings): unknown[] {
  const { name, url, events, filter, fields, role, enabled, resources } = settings;
  const [first, ...more] = resources;
  const columns = more.length > 0 ? ['', resources] : [first, null];
  return [name, url, events, filter && JSON.stringify(filter), fields, role, enabled, ...columns];
}

export const deleteWebhook = statement.run<[id: string]>(
  'delete from backoffice.webhooks where id = $1',
);

/** Hours for which the secret before signs too, so that receivers can change theirs. */
const FORMER_HOURS = 24;

/** Replaces the secret. Returns until when the former one signs too. */
export const renewSecret = statement.value<string, [id: string, secret: Buffer]>(
  `update backoffice.webhooks set former_secret = secret, secret = $2,
     former_until = clock_timestamp() + make_interval(hours => ${FORMER_HOURS})
   where id = $1 returning former_until`,
);

/** Disables a webhook for the system. False when somebody has disabled it already. */
export const stopWebhook = statement.some<[id: string, reason: StopReason]>(
  'update backoffice.webhooks set enabled = false, stopped = $2 where id = $1 and enabled returning 1',
);

/** Tells every server to look for work. */
export const wakeWebhooks = statement.run(`select pg_notify('${WEBHOOK_CHANNEL}', '')`);

export type WebhookCounts = { waiting: number; dead: number; oldest: number };

/** Deliveries of enabled webhooks that wait and that were given up, and for how many seconds the oldest has waited. */
export const countDeliveries = statement.only<WebhookCounts>(
  `select count(*) filter (where state = 'waiting')::int as waiting,
     count(*) filter (where state = 'dead' and not is_test)::int as dead,
     coalesce(extract(epoch from clock_timestamp() - min(d.created_at) filter (where state = 'waiting')), 0)::float8 as oldest
   from backoffice.webhook_deliveries d join backoffice.webhooks w on w.id = d.webhook and w.enabled
   where state in ('waiting', 'dead')`,
);
