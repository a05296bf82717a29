import { afterAll, expect, test } from 'vitest';
import {
  readUnreadFrom,
  resumeWebhooks,
} from '../../../src/store/system/webhooks/resume-webhooks.ts';
import { claimWebhooks, readUnread } from '../../../src/store/system/webhooks/webhook-work.ts';
import { openTestApi } from '../../support/api.ts';
import { makeWebhook, webhookTargets } from '../../support/webhook-target.ts';

const api = await openTestApi({ webhookTargets });
afterAll(() => api.close());

async function createBook(title: string): Promise<string> {
  return (await api.call('POST', '/api/books', { as: 'admin', body: { title } })).json._id;
}

/** What each webhook would deliver now, by its name. */
async function readDue(): Promise<Record<string, string[]>> {
  await api.database.query('update backoffice.webhooks set due_at = now()');
  const due: Record<string, string[]> = {};
  for (const webhook of await claimWebhooks(api.services.database, { most: 9, lease: 'test' })) {
    const { changes } = await readUnread(api.services.database, webhook, 100);
    due[webhook.name] = changes.map(({ id }) => id);
  }
  return due;
}

test('webhooks continue in another database where they stopped, and miss no change', async () => {
  const { database } = api.services;
  await createBook('Before both');
  await makeWebhook(api, 'http://127.0.0.1:9/', {
    name: 'behind',
    resources: ['books', 'authors'],
  });
  const between = await createBook('Between');
  const body = { name: 'Of another collection' };
  const author = (await api.call('POST', '/api/authors', { as: 'admin', body })).json._id;
  await makeWebhook(api, 'http://127.0.0.1:9/', { name: 'up to date' });
  const unread = await readUnreadFrom(database);

  await database.transaction(async (sql) => {
    // Another server counts its transactions from elsewhere.
    await sql.query(`update backoffice.webhooks set since = '900000000:900000000:'`);
    await sql.query('update backoffice.history set xid = pg_current_xact_id()');
    await resumeWebhooks(sql, unread);
  });
  const restored = await readDue();
  const after = await createBook('After');
  const later = await readDue();

  expect(unread).toHaveLength(1);
  expect(restored).toEqual({ behind: [between, author] });
  expect(later).toEqual({ behind: [between, author, after], 'up to date': [after] });
});
