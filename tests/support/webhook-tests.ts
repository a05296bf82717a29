import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { openTestApi } from './api.ts';
import { accept, openTarget, startWebhooks, webhookTargets } from './webhook-target.ts';

/**
 * Opens an app and a target for the webhooks of a test file, and removes the webhooks of each test. `isDelivering`:
 * the app also sends what they ask for.
 */
export async function openWebhookTests({
  isDelivering,
  ...options
}: { isDelivering: boolean } & Pick<NonNullable<Parameters<typeof openTestApi>[0]>, 'descriptor'>) {
  const api = await openTestApi({ webhookTargets, ...options });
  const target = await openTarget();
  const stop = isDelivering ? await startWebhooks(api) : undefined;
  beforeEach(() => {
    target.received.length = 0;
    target.behave = accept;
  });
  afterEach(() => api.database.query('delete from backoffice.webhooks'));
  afterAll(async () => {
    await stop?.();
    await target.close();
    await api.close();
  });
  return { api, target, createBook };

  async function createBook(
    title: string,
    more: object = {},
    headers: Record<string, string> = {},
  ): Promise<any> {
    const asked = { as: 'admin', body: { title, ...more }, headers };
    const { status, json } = await api.call('POST', '/api/books', asked);
    expect(status).toBe(201);
    return json;
  }
}
