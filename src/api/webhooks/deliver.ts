import { currentWork } from '../../store/connection/current-work.ts';
import { beginSpan } from '../../store/connection/tracing.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import type { Database } from '../../store/connection/database.ts';
import type { Store } from '../../store/store.ts';
import {
  countWaiting,
  dropDelivery,
  listDue,
  storeAttempt,
  type Attempted,
  type DueDelivery,
} from '../../store/system/webhooks/deliveries.ts';
import {
  readUnread,
  releaseWebhook,
  renewWebhook,
  storePage,
  type ClaimedWebhook,
} from '../../store/system/webhooks/webhook-work.ts';
import { MOST_WAITING, ROOM_BELOW, stopWebhook } from '../../store/system/webhooks/webhooks.ts';
import type { Log } from '../../store/log-fields.ts';
import { toMessages } from './messages.ts';
import { openWebhookSender, type SendOutcome, type WebhookSender } from './send.ts';
import { signatureHeaders, unsealWebhookSecret } from './signature.ts';
import { type Targets, hostOf } from './targets.ts';
import { toScopes, type WebhookScopes } from './webhook-rules.ts';
import type { StopReason } from '../../contract/webhooks.ts';
import { adminRoles } from '../../descriptor/permissions/permissions.ts';
import { listAdmins } from '../../store/system/accounts/registrations.ts';
import { writeAudit } from '../../store/system/audit/write-audit.ts';
import { mailStop } from '../../store/system/outbox/stop-mails.ts';

export type DeliveryServices = {
  database: Database;
  /** It reads from the primary: a replica may not have the change yet. */
  store: Store;
  descriptor: () => Descriptor;
  /** Encrypts the secrets. */
  secret: string;
  version: string;
  targets: Targets;
  log: Log;
  /** The seconds until each further attempt; shorter in tests. */
  pauses?: readonly number[];
};

/** 5 seconds to 12 hours: ten attempts in about a day. */
const usualPauses = [5, 30, 120, 600, 1_800, 3_600, 7_200, 21_600, 43_200];

/** The longest wait that a target may ask for, in seconds. */
const LONGEST_PAUSE = 43_200;

/** How many messages are made at a time. */
const BATCH = 50;
/** Milliseconds after which a webhook lets others have their turn. */
const TURN = 20_000;
/**
 * Milliseconds for which a message may wait for those before it. After that it is made again, because rights may have
 * ended and values may have been erased.
 */
const LONGEST_WAIT = 1_000;

/**
 * Delivers what a claimed webhook has to deliver, one message after the other, until nothing is due, the target fails
 * or its turn is over; then it gives the webhook back.
 */
export async function deliverFor(
  services: DeliveryServices,
  claimed: ClaimedWebhook,
  stop: AbortSignal,
): Promise<void> {
  const { database, log } = services;
  const sender = openWebhookSender(services.targets);
  const end = Date.now() + TURN;
  let pause = 0;
  try {
    while (pause === 0 && !stop.aborted && Date.now() < end) {
      const webhook = await renewWebhook(database, claimed);
      if (!webhook) return;
      const done = await deliverBatch({ ...services, sender, stop }, webhook);
      if (done === 'nothing') break;
      if (typeof done === 'number') pause = done;
    }
  } catch (err) {
    // The database or a mistake of ours: the target is not to blame.
    log.error({ err, webhook: claimed.id }, 'A webhook could not be delivered');
    pause = 30;
  } finally {
    sender.close();
    await releaseWebhook(database, claimed, pause).catch((err) =>
      log.warn(
        { err, webhook: claimed.id },
        'A webhook could not be given back; it waits half a minute',
      ),
    );
  }
}

type BatchParts = DeliveryServices & { sender: WebhookSender; stop: AbortSignal };

/** Returns the seconds that the whole webhook has to wait, if its target is not reached. */
async function deliverBatch(
  services: BatchParts,
  webhook: ClaimedWebhook,
): Promise<'nothing' | 'more' | number> {
  const { database } = services;
  const read = toScopes(services.descriptor(), webhook);
  const secrets = unsealAll(services, webhook);
  if ('problems' in read || secrets.length === 0) {
    await reportStop(services, webhook, 'invalid');
    return 'nothing';
  }
  const { scopes } = read;
  const hasRead = await readChanges(services, webhook, scopes);
  const due = await listDue(database, webhook.id, BATCH);
  if (due.length === 0) return hasRead ? 'more' : 'nothing';
  const changes = due.map(({ seq, resource, record, event }) => ({
    seq,
    resource,
    id: record,
    event,
  }));
  const messages = await toMessages(messageParts(services, webhook, scopes), changes);
  return await deliverDue({ ...services, secrets, messages }, webhook, due);
}

type DueParts = BatchParts & { secrets: string[]; messages: ReadonlyMap<string, string> };

/** Sends what is due in its order; of a record, nothing overtakes what did not arrive. */
async function deliverDue(
  parts: DueParts,
  webhook: ClaimedWebhook,
  due: readonly DueDelivery[],
): Promise<'nothing' | 'more' | number> {
  const { database, messages } = parts;
  const made = Date.now();
  const held = new Set<string>();
  for (const delivery of due) {
    if (parts.stop.aborted) return 'nothing';
    if (Date.now() - made > LONGEST_WAIT) return 'more';
    const record = `${delivery.resource} ${delivery.record}`;
    if (held.has(record)) continue;
    const body = messages.get(delivery.seq);
    if (body === undefined) {
      await dropDelivery(database, delivery.id);
      continue;
    }
    const { attempt, outcome } = await attemptDelivery(parts, webhook, delivery, body);
    const attempted = { attempt, ...judge(parts, delivery, outcome) };
    if (attempted.state !== 'delivered') held.add(record);
    if (!(await storeAttempt(database, webhook, delivery, attempted))) return 'nothing';
    if (outcome.error === null) continue;
    const reason = stopReason(outcome, webhook);
    if (reason) {
      await reportStop(parts, webhook, reason);
      return 'nothing';
    }
    if (!outcome.isAnswered) return Math.max(attempted.pause, 1);
  }
  return 'more';
}

function stopReason({ status }: SendOutcome, { isHopeless }: ClaimedWebhook) {
  if (status === 410) return 'gone';
  return isHopeless ? 'failing' : undefined;
}

/** Moves the webhook on in the history, while there is room. Returns whether it may have more to read. */
async function readChanges(
  services: BatchParts,
  webhook: ClaimedWebhook,
  scopes: WebhookScopes,
): Promise<boolean> {
  const { database } = services;
  if ((await countWaiting(database, webhook.id)) >= ROOM_BELOW) return false;
  const page = await readUnread(database, webhook, MOST_WAITING - ROOM_BELOW);
  const seqs = new Set<string>();
  for (let at = 0; at < page.changes.length; at += BATCH) {
    const some = page.changes.slice(at, at + BATCH);
    for (const seq of (await toMessages(messageParts(services, webhook, scopes), some)).keys())
      seqs.add(seq);
  }
  const changes = page.changes.filter(({ seq }) => seqs.has(seq));
  return (await storePage(database, webhook, page, changes)) && page.after !== null;
}

function messageParts(services: DeliveryServices, { role }: ClaimedWebhook, scopes: WebhookScopes) {
  return { ...services, descriptor: services.descriptor(), role, scopes };
}

/** The secrets that sign now; none after `SECRET` has changed. */
export function unsealAll(
  { secret }: Pick<DeliveryServices, 'secret'>,
  { id, secret: sealed, formerSecret }: ClaimedWebhook,
): string[] {
  return [sealed, ...(formerSecret ? [formerSecret] : [])]
    .map((each) => unsealWebhookSecret(secret, id, each))
    .filter((each) => each !== undefined);
}

type AttemptParts = Pick<DeliveryServices, 'version'> & {
  sender: WebhookSender;
  secrets: string[];
};

/** Sends one delivery once, and describes the attempt for the log. */
export async function attemptDelivery(
  { version, sender, secrets }: AttemptParts,
  { url }: Pick<ClaimedWebhook, 'url'>,
  { id, hops }: Pick<DueDelivery, 'id' | 'hops'>,
  body: string,
): Promise<{ attempt: Attempted['attempt']; outcome: SendOutcome }> {
  const parent = currentWork()?.traceparent;
  const attributes = { delivery: id };
  const span = beginSpan(() => ({ name: 'webhook', kind: 'client', attributes, parent }));
  const headers = {
    ...(span && { traceparent: span.traceparent }),
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': `Backoffice/${version}`,
    'accept-encoding': 'identity',
    'webhook-hops': String(hops + 1),
    ...signatureHeaders({ id, body, at: Math.floor(Date.now() / 1_000) }, secrets),
  };
  const started = performance.now();
  const outcome = await sender.send(url, headers, body);
  const took = Math.round(performance.now() - started);
  span?.end({
    attributes: { 'http.response.status_code': outcome.status ?? undefined },
    failure: outcome.error ?? undefined,
  });
  const { isAnswered: _, retryAfter: __, ...answered } = outcome;
  return { attempt: { took, url, headers, body, ...answered }, outcome };
}

/** When to try again, and when to give up. The random part spreads attempts. */
function judge(
  { pauses = usualPauses }: DeliveryServices,
  { attempts }: DueDelivery,
  { error, retryAfter }: SendOutcome,
): Pick<Attempted, 'state' | 'pause'> {
  if (error === null) return { state: 'delivered', pause: 0 };
  const requested = Math.min(retryAfter, LONGEST_PAUSE);
  const pause = pauses[attempts];
  // What comes after it still waits for a busy target.
  if (pause === undefined) return { state: 'dead', pause: requested };
  const usual = pause * (0.9 + 0.2 * Math.random());
  return { state: 'waiting', pause: Math.max(usual, requested) };
}

type Parts = { database: Database; descriptor: () => Descriptor; log: Log };

/** Disables a webhook, and tells the admins; its creator is one of them. */
async function reportStop(
  { database, descriptor: current, log }: Parts,
  { id, name, url }: Pick<ClaimedWebhook, 'id' | 'name' | 'url'>,
  reason: StopReason,
): Promise<void> {
  const descriptor = current();
  const [otherwise = 'en'] = descriptor.app.languages;
  const host = hostOf(new URL(url));
  log.warn({ webhook: id, reason }, 'A webhook was disabled');
  await database.transaction(async (sql) => {
    if (!(await stopWebhook(sql, id, reason))) return;
    await writeAudit(sql, { action: 'webhookStopped', actor: null, detail: { name, reason } });
    const admins = await listAdmins(sql, adminRoles(descriptor), otherwise);
    await mailStop(sql, admins, { id, name, host, reason });
  });
}
