import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { openTestApi, type TestApi } from './api.ts';
import {
  accept,
  openTarget,
  startWebhooks,
  webhookTargets,
  type WebhookTarget,
} from './webhook-target.ts';

export type WebhookTests = {
  api: TestApi;
  target: WebhookTarget;
  createBook(title: string, more?: object, headers?: Record<string, string>): Promise<any>;
};

/**
 * Opens an app and a target for the webhooks of a test file, and removes the webhooks of each test. `isDelivering`:
 * the app also sends what they ask for.
 */
export function useWebhooks({ isDelivering }: { isDelivering: boolean }): WebhookTests {
  const opened = { createBook } as WebhookTests;
  let stop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    opened.api = await openTestApi({ webhookTargets });
    opened.target = await openTarget();
    if (isDelivering) stop = await startWebhooks(opened.api);
  });
  beforeEach(() => {
    opened.target.received.length = 0;
    opened.target.behave = accept;
  });
  afterEach(() => opened.api.database.query('delete from backoffice.webhooks'));
  afterAll(async () => {
    await stop?.();
    await opened.target.close();
    await opened.api.close();
  });
  return opened;

  async function createBook(title: string, more: object = {}, headers = {}) {
    const asked = { as: 'admin', body: { title, ...more }, headers };
    const { status, json } = await opened.api.call('POST', '/api/books', asked);
    expect(status).toBe(201);
    return json;
  }
}
