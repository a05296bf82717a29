import {
  NewWebhook,
  Webhook,
  Webhooks,
  type Webhook as WebhookAnswer,
} from '../../contract/webhooks.ts';
import type { AuditAction } from '../../contract/admin.ts';
import { isSameJson } from '../../descriptor/json-object.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { newId } from '../../store/records/sql/new-id.ts';
import type { QueryRunner } from '../../store/store.ts';
import { type AuditDetail, writeAudit } from '../../store/system/audit/write-audit.ts';
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  MOST_WEBHOOKS,
  renewSecret,
  updateWebhook,
  wakeWebhooks,
  type WebhookSettings,
} from '../../store/system/webhooks/webhooks.ts';
import { answer, answerEmpty, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { auditActorOf } from '../../services/acting.ts';
import { parseBody } from '../http/json-body.ts';
import { isRefusal, type Refusal, refuse, refuseAs } from '../../services/refusal.ts';
import { createWebhookSecret, sealWebhookSecret } from './signature.ts';
import { createTargets } from './targets.ts';
import { newWebhookBody, webhookBody } from './webhook-body.ts';
import { toScope } from './webhook-rules.ts';

/** The webhook that the path names, or a refusal. */
export async function webhookOf({ parts, params }: UserCall): Promise<WebhookAnswer | Refusal> {
  return (await findWebhook(parts.database, params['id'] ?? '')) ?? refuseAs('S001');
}

export async function answerWebhooks(call: UserCall): Promise<Response> {
  const data = await listWebhooks(call.parts.database);
  return answer(call, 200, Webhooks, { data, most: MOST_WEBHOOKS });
}

export async function answerWebhook(call: UserCall): Promise<Reply> {
  const webhook = await webhookOf(call);
  return isRefusal(webhook) ? webhook : answer(call, 200, Webhook, webhook);
}

/** Makes a webhook for changes from now on. The answer is the only one with its secret. */
export async function makeWebhook(call: UserCall): Promise<Reply> {
  const body = await parseBody(call, newWebhookBody);
  if (isRefusal(body)) return body;
  const settings = { ...body.value, role: body.value.role ?? call.role };
  const problems = checkSettings(call, settings);
  if (problems.length > 0) return refuse(problems, { status: 422 });
  const [id, secret] = [newId(), createWebhookSecret()];
  const sealed = sealWebhookSecret(call.parts.secret, id, secret);
  const newWebhook = await call.parts.database.transaction(async (sql) => {
    const parts = { id, secret: sealed, createdBy: call.user._id };
    if (!(await insertWebhook(sql, { ...settings, ...parts }))) return undefined;
    await audit(sql, call, 'webhookMade', settings);
    await wakeWebhooks(sql);
    return await findWebhook(sql, id);
  });
  if (!newWebhook) return refuse(problem('S042', '', { max: MOST_WEBHOOKS }));
  return answer(call, 201, NewWebhook, { ...newWebhook, secret });
}

export async function changeWebhook(call: UserCall): Promise<Reply> {
  const body = await parseBody(call, webhookBody);
  if (isRefusal(body)) return body;
  const webhook = await webhookOf(call);
  if (isRefusal(webhook)) return webhook;
  const settings: WebhookSettings = { ...webhook, ...definedOf(body.value) };
  // One that does not fit can still be disabled, and get another name.
  const problems = settings.enabled ? checkSettings(call, settings) : [];
  if (problems.length > 0) return refuse(problems, { status: 422 });
  const fields = Object.keys(body.value).filter(
    (name) => !isSameJson(webhook[name as 'name'], settings[name as 'name']),
  );
  const changed = await call.parts.database.transaction(async (sql) => {
    await updateWebhook(sql, webhook.id, settings);
    if (fields.length > 0) await audit(sql, call, 'webhookChanged', settings, { fields });
    await wakeWebhooks(sql);
    return await findWebhook(sql, webhook.id);
  });
  return changed ? answer(call, 200, Webhook, changed) : refuseAs('S001');
}

export async function removeWebhook(call: UserCall): Promise<Reply> {
  const webhook = await webhookOf(call);
  if (isRefusal(webhook)) return webhook;
  await call.parts.database.transaction(async (sql) => {
    await deleteWebhook(sql, webhook.id);
    await audit(sql, call, 'webhookRemoved', webhook);
  });
  return answerEmpty(call, 204);
}

/** Replaces the secret. For a day, each message has a signature with the former one too. */
export async function rotateSecret(call: UserCall): Promise<Reply> {
  const webhook = await webhookOf(call);
  if (isRefusal(webhook)) return webhook;
  const secret = createWebhookSecret();
  const sealed = sealWebhookSecret(call.parts.secret, webhook.id, secret);
  const formerUntil = await call.parts.database.transaction(async (sql) => {
    await audit(sql, call, 'webhookSecretRenewed', webhook);
    return await renewSecret(sql, webhook.id, sealed);
  });
  return answer(call, 200, NewWebhook, { ...webhook, formerUntil, secret });
}

/** Records who did what to a webhook, which is not a record and so goes by its name. */
export async function audit(
  sql: QueryRunner,
  call: UserCall,
  action: AuditAction,
  { name }: Pick<WebhookSettings, 'name'>,
  detail: AuditDetail = {},
): Promise<void> {
  await writeAudit(sql, { action, ...auditActorOf(call), detail: { name, ...detail } });
}

function checkSettings({ parts, descriptor }: UserCall, settings: WebhookSettings): Problem[] {
  const { webhookTargets = createTargets() } = parts;
  const target = webhookTargets.check(settings.url);
  const read = toScope(descriptor, settings);
  return [...(target ? [target] : []), ...('problems' in read ? read.problems : [])];
}

function definedOf<Values extends object>(values: Values) {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof Values]: Exclude<Values[Key], undefined> };
}
