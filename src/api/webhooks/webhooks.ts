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
  lockWebhook,
  MOST_WEBHOOKS,
  renewSecret,
  updateWebhook,
  wakeWebhooks,
  type StoredWebhook,
  type WebhookSettings,
} from '../../store/system/webhooks/webhooks.ts';
import { abortWith, untilAborted } from '../../services/abort.ts';
import { answer, answerEmpty, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { auditActorOf } from '../../services/acting.ts';
import { parseBody } from '../http/json-body.ts';
import { isRefusal, type Refusal, refuse, refuseAs } from '../../services/refusal.ts';
import { createWebhookSecret, sealWebhookSecret } from './signature.ts';
import { createTargets } from './targets.ts';
import { newWebhookBody, webhookBody } from './webhook-body.ts';
import { presentResources, toScopes, unknownResources } from './webhook-rules.ts';

/** The webhook that the path names, or a refusal. */
export async function webhookOf({ services, params }: UserCall): Promise<StoredWebhook | Refusal> {
  return (await findWebhook(services.database, params['id'] ?? '')) ?? refuseAs('S001');
}

export async function answerWebhooks(call: UserCall): Promise<Response> {
  const stored = await listWebhooks(call.services.database);
  const data = stored.map((webhook) => toAnswer(call, webhook));
  return answer(call, 200, Webhooks, { data, most: MOST_WEBHOOKS });
}

export async function answerWebhook(call: UserCall): Promise<Reply> {
  const webhook = await webhookOf(call);
  return isRefusal(webhook) ? webhook : answer(call, 200, Webhook, toAnswer(call, webhook));
}

/** A webhook without the collections that were dropped, and with the only or first one as before there were several. */
function toAnswer({ descriptor }: UserCall, webhook: StoredWebhook): WebhookAnswer {
  const resources = presentResources(descriptor, webhook.resources);
  return { ...webhook, resources: [...resources], resource: resources[0] ?? '' };
}

/** Makes a webhook for changes from now on. The answer is the only one with its secret. */
export async function makeWebhook(call: UserCall): Promise<Reply> {
  const body = await parseBody(call, newWebhookBody);
  if (isRefusal(body)) return body;
  const { resource, resources = resource === undefined ? [] : [resource], ...rest } = body.value;
  if ((resource === undefined) === (body.value.resources === undefined))
    return refuse(
      problem('V002', '', { expected: 'an object with one of resources and resource' }),
    );
  const settings = { ...rest, resources, role: rest.role ?? call.role };
  // A webhook may lose collections later, but begins with those that are there.
  const unknown = unknownResources(call.descriptor, resources).map((each) =>
    resource === undefined ? each : { ...each, path: 'resource' },
  );
  const problems = checkSettings(call, settings, unknown);
  if (problems.length > 0) return refuse(problems, { status: 422 });
  const [id, secret] = [newId(), createWebhookSecret()];
  const sealed = sealWebhookSecret(call.services.secret, id, secret);
  const newWebhook = await call.services.database.transaction(async (sql) => {
    const parts = { id, secret: sealed, createdBy: call.user._id };
    if (!(await insertWebhook(sql, { ...settings, ...parts }))) return undefined;
    await audit(sql, call, 'webhookMade', { name: settings.name });
    await wakeWebhooks(sql);
    return await findWebhook(sql, id);
  });
  if (!newWebhook) return refuse(problem('S042', '', { max: MOST_WEBHOOKS }));
  return answer(call, 201, NewWebhook, { ...toAnswer(call, newWebhook), secret });
}

export async function changeWebhook(call: UserCall): Promise<Reply> {
  const body = await parseBody(call, webhookBody);
  if (isRefusal(body)) return body;
  const { id = '' } = call.params;
  const changed = await untilAborted<StoredWebhook | Refusal | undefined>(() =>
    call.services.database.transaction(async (sql) => {
      // The system may disable it meanwhile, which a change of its name must not take back.
      const webhook = await lockWebhook(sql, id);
      if (!webhook) return undefined;
      const resources = presentResources(call.descriptor, webhook.resources);
      const settings: WebhookSettings = { ...webhook, resources, ...definedOf(body.value) };
      // One that does not fit can still be disabled, and get another name.
      const problems = settings.enabled ? checkSettings(call, settings) : [];
      if (problems.length > 0) return abortWith(refuse(problems, { status: 422 }));
      const fields = Object.keys(body.value).filter(
        (name) => !isSameJson(webhook[name as 'name'], settings[name as 'name']),
      );
      await updateWebhook(sql, id, settings);
      if (fields.length > 0)
        await audit(sql, call, 'webhookChanged', { name: settings.name, fields });
      await wakeWebhooks(sql);
      return await findWebhook(sql, id);
    }),
  );
  if (changed === undefined) return refuseAs('S001');
  return isRefusal(changed) ? changed : answer(call, 200, Webhook, toAnswer(call, changed));
}

export async function removeWebhook(call: UserCall): Promise<Reply> {
  const webhook = await webhookOf(call);
  if (isRefusal(webhook)) return webhook;
  await call.services.database.transaction(async (sql) => {
    await deleteWebhook(sql, webhook.id);
    await audit(sql, call, 'webhookRemoved', { name: webhook.name });
  });
  return answerEmpty(call, 204);
}

/** Replaces the secret. For a day, each message has a signature with the former one too. */
export async function rotateSecret(call: UserCall): Promise<Reply> {
  const webhook = await webhookOf(call);
  if (isRefusal(webhook)) return webhook;
  const secret = createWebhookSecret();
  const sealed = sealWebhookSecret(call.services.secret, webhook.id, secret);
  const formerUntil = await call.services.database.transaction(async (sql) => {
    await audit(sql, call, 'webhookSecretRenewed', { name: webhook.name });
    return await renewSecret(sql, webhook.id, sealed);
  });
  return answer(call, 200, NewWebhook, { ...toAnswer(call, webhook), formerUntil, secret });
}

/** Records who did what to a webhook, which is not a record and so goes by its name. */
export async function audit(
  sql: QueryRunner,
  call: UserCall,
  action: AuditAction,
  detail: AuditDetail & Pick<WebhookSettings, 'name'>,
): Promise<void> {
  await writeAudit(sql, { action, ...auditActorOf(call), detail });
}

function checkSettings(
  { services, descriptor }: UserCall,
  settings: WebhookSettings,
  unknown: readonly Problem[] = [],
): Problem[] {
  const { webhookTargets = createTargets() } = services;
  const target = webhookTargets.check(settings.url);
  const read = unknown.length > 0 ? { problems: unknown } : toScopes(descriptor, settings);
  return [...(target ? [target] : []), ...('problems' in read ? read.problems : [])];
}

function definedOf<Values extends object>(values: Values) {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof Values]: Exclude<Values[Key], undefined> };
}
