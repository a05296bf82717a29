import {
  deliveryStates,
  WebhookAttempt,
  WebhookDeliveries,
  WebhookLog,
  WebhookReplay,
} from '../../contract/webhooks.ts';
import { problem } from '../../fields/problems/problem.ts';
import { newId } from '../../store/records/sql/new-id.ts';
import {
  dropDelivery,
  findDelivery,
  insertTest,
  listAttempts,
  listDeliveries,
  replayDeliveries,
  replayFrom,
  storeTest,
} from '../../store/system/webhooks/deliveries.ts';
import { findForTest } from '../../store/system/webhooks/webhook-work.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { parseBody } from '../http/json-body.ts';
import { createQueryReader } from '../http/query-reader.ts';
import { isRefusal, refuse, refuseAs, refuseQuery } from '../../services/refusal.ts';
import { attemptDelivery, unsealAll } from './deliver.ts';
import { toMessages } from './messages.ts';
import { openWebhookSender } from './send.ts';
import { createTargets } from './targets.ts';
import { webhookReplayBody, webhookTestBody } from './webhook-body.ts';
import { toScopes } from './webhook-rules.ts';
import { audit, webhookOf } from './webhooks.ts';

/** Lists what a webhook has delivered, tried and given up, newest first. */
export async function readDeliveries(call: UserCall): Promise<Reply> {
  const webhook = await webhookOf(call);
  if (isRefusal(webhook)) return webhook;
  const reader = createQueryReader(call.query);
  const query = {
    states: reader.list('state', deliveryStates),
    record: reader.text('record'),
    after: reader.cursor(/^[\w-]{1,200}$/),
    perPage: reader.perPage(),
  };
  const problems = reader.problems();
  if (problems.length > 0) return refuseQuery(problems);
  const deliveries = await listDeliveries(call.services.database, webhook.id, query);
  return answer(call, 200, WebhookDeliveries, deliveries);
}

/** One delivery with all its attempts. */
export async function readDelivery(call: UserCall): Promise<Reply> {
  const { database } = call.services;
  const { id = '', delivery = '' } = call.params;
  const row = await findDelivery(database, id, delivery);
  if (!row) return refuseAs('S001');
  return answer(call, 200, WebhookLog, { ...row, log: await listAttempts(database, row.id) });
}

/** Begins the IDs of tests, also for the programs that receive them. */
const TEST_PREFIX = 'test_';

/** One test at a time for each webhook of this server: each may hold a connection for ten seconds. */
const testing = new Set<string>();

/** Sends the latest change of a record once, whether or not the webhook is enabled and its filter matches. */
export async function testWebhook(call: UserCall): Promise<Reply> {
  const body = await parseBody(call, webhookTestBody);
  if (isRefusal(body)) return body;
  const { id = '' } = call.params;
  if (testing.has(id)) return refuseAs('S044', { headers: { 'Retry-After': '10' } });
  testing.add(id);
  try {
    return await sendTest(call, id, body.value.record);
  } finally {
    testing.delete(id);
  }
}

async function sendTest(call: UserCall, webhook: string, record: string): Promise<Reply> {
  const { services, descriptor } = call;
  const { database, secret, version, webhookTargets = createTargets() } = services;
  const target = await findForTest(database, webhook);
  if (!target) return refuseAs('S001');
  const read = toScopes(descriptor, target);
  if ('problems' in read) return refuse(read.problems, { status: 422 });
  const { role } = target;
  const { scopes } = read;
  const secrets = unsealAll({ secret }, target);
  if (secrets.length === 0) return refuseAs('S045');
  const test = { id: `${TEST_PREFIX}${newId()}`, webhook, resources: [...scopes.keys()], record };
  const delivery = await insertTest(database, test);
  if (!delivery) return refuse(problem('S001', 'record'));
  const { seq, resource, event } = delivery;
  const sending = { ...services, store: services.store.for('job'), descriptor, role, scopes };
  const change = { seq, resource, id: record, event };
  const body = (await toMessages({ ...sending, unfiltered: true }, [change])).get(seq);
  if (body === undefined) {
    await dropDelivery(database, delivery.id);
    return refuse(problem('V089', 'record', { role }));
  }
  const sender = openWebhookSender(webhookTargets);
  try {
    const { attempt } = await attemptDelivery({ version, sender, secrets }, target, delivery, body);
    await storeTest(database, webhook, delivery, attempt);
    await audit(database, call, 'webhookTested', target);
    return answer(call, 200, WebhookAttempt, { at: new Date().toISOString(), ...attempt });
  } finally {
    sender.close();
  }
}

/** Sends again: one delivery, all that were given up, or all changes from a moment on. */
export async function replayWebhook(call: UserCall): Promise<Reply> {
  const body = await parseBody(call, webhookReplayBody);
  if (isRefusal(body)) return body;
  const webhook = await webhookOf(call);
  if (isRefusal(webhook)) return webhook;
  const { delivery, dead, from } = body.value;
  if ([delivery, dead, from].filter((each) => each !== undefined).length !== 1)
    return refuse(
      problem('V002', '', { expected: 'an object with one of delivery, dead and from' }),
    );
  if (!webhook.enabled) return refuseAs('S046');
  const { database } = call.services;
  if (delivery !== undefined && !(await findDelivery(database, webhook.id, delivery)))
    return refuse(problem('S001', 'delivery'));
  if (delivery?.startsWith(TEST_PREFIX)) return refuse(problem('S049', 'delivery'));
  const deliveries = await database.transaction(async (sql) => {
    await audit(sql, call, 'webhookReplayed', {
      name: webhook.name,
      ...(from !== undefined && { from }),
    });
    if (from === undefined)
      return await replayDeliveries(sql, webhook.id, delivery ? { delivery } : { dead: true });
    await replayFrom(sql, webhook.id, from);
    return 0;
  });
  return answer(call, 200, WebhookReplay, { deliveries });
}
