import type { NewWebhook, Webhook, WebhookEvent } from '../../../contract/webhooks.ts';
import { call } from '../../client/http.ts';

/** The events of records, which a new webhook sends unless somebody chooses others. */
export const recordEvents = [
  'created',
  'updated',
  'deleted',
  'restored',
] as const satisfies WebhookEvent[];

export const webhookEvents = [
  ...recordEvents,
  'thread.opened',
  'thread.message',
  'thread.closed',
] as const satisfies WebhookEvent[];

export const root = '/api/admin/webhooks';

export const webhookPath = (id: string): string => `${root}/${encodeURIComponent(id)}`;

export async function saveWebhook(
  id: string | undefined,
  body: object,
): Promise<NewWebhook | Webhook> {
  const [path, method] = id === undefined ? [root, 'POST'] : [webhookPath(id), 'PATCH'];
  return (await call<NewWebhook | Webhook>(path, { method, body })).json;
}

export async function replayWebhook(
  id: string,
  body: { delivery: string } | { dead: true } | { from: string },
): Promise<void> {
  await call(`${webhookPath(id)}/replay`, { method: 'POST', body });
}
