import { afterEach, describe, expect, test, vi } from 'vitest';
import { stopWebhook } from '../../../src/store/system/webhooks/webhooks.ts';
import {
  accept,
  answerWith,
  findLogged,
  makeWebhook,
  until,
} from '../../support/webhook-target.ts';
import { openWebhookTests } from '../../support/webhook-tests.ts';

const { api, target, createBook: create } = await openWebhookTests({ isDelivering: true });
afterEach(() => void vi.useRealTimers());

const call = (method: string, path: string, body?: unknown) =>
  api.call(method, path, { as: 'admin', body });
const change = (id: string, body: object) => call('PATCH', `/api/admin/webhooks/${id}`, body);

/** Runs something before the target accepts its first message. */
function beforeFirst(run: () => Promise<unknown>): void {
  target.behave = (got, response) => {
    target.behave = accept;
    void run().then(() => accept(got, response));
  };
}

/** The seconds until a server may work on the webhook again, once none does. */
const isFree = (id: string) =>
  until(() =>
    api.database.first<{ seconds: number }>(
      `select extract(epoch from due_at - now())::float8 as seconds from backoffice.webhooks
       where id = $1 and lease is null`,
      [id],
    ),
  );

describe('while messages wait', () => {
  test('a disabled webhook sends only the message on its way', async () => {
    const { id } = (await makeWebhook(api, target.url, { enabled: false })).json;
    for (const title of ['One', 'Two', 'Three']) await create(title);
    beforeFirst(() => change(id, { enabled: false }));

    await change(id, { enabled: true });
    await findLogged(api, id, ({ state }) => state === 'delivered');
    await isFree(id);

    expect(target.received.map(({ json }) => json.data.record.title)).toEqual(['One']);
  });

  test('values that are erased while they are sent do not stay in the log', async () => {
    const { id } = (await makeWebhook(api, target.url, { enabled: false })).json;
    const book = await create('Secret');
    beforeFirst(async () => {
      await api.call('DELETE', `/api/books/${book._id}`, {
        as: 'admin',
        headers: { 'If-Match': '*' },
      });
      expect((await call('POST', `/api/books/${book._id}/erase`, {})).status).toBe(200);
    });

    await change(id, { enabled: true });
    await findLogged(api, id, ({ state }) => state === 'delivered');

    const attempts = await api.database.rows(
      'select body, answer, status from backoffice.webhook_attempts order by at',
    );
    expect(attempts[0]).toEqual({ body: null, answer: null, status: 200 });
    expect(JSON.stringify(attempts)).not.toContain('Secret');
  });

  test('values that are erased in another change than the one that is sent do not stay in the log', async () => {
    const { id } = (await makeWebhook(api, target.url, { enabled: false })).json;
    const book = await create('Secret');
    const patch = (body: object) =>
      api.call('PATCH', `/api/books/${book._id}`, {
        as: 'admin',
        body,
        headers: { 'If-Match': '*' },
      });
    await change(id, { enabled: true });
    await findLogged(api, id, ({ state }) => state === 'delivered');
    await isFree(id);
    await api.database.query('truncate backoffice.webhook_attempts');
    beforeFirst(async () => {
      await patch({ title: 'Public' });
      const erased = await call('POST', `/api/books/${book._id}/erase`, { fields: ['title'] });
      expect(erased.status).toBe(200);
    });

    await patch({ pages: 7 });
    await until(async () => target.received.length === 3 || undefined);
    await isFree(id);

    const attempts = await api.database.rows('select body from backoffice.webhook_attempts');
    expect(JSON.stringify(attempts)).not.toContain('Secret');
  });

  test('values that are erased are not sent', async () => {
    const { id } = (await makeWebhook(api, target.url, { enabled: false })).json;
    await create('One');
    const book = await create('Secret');
    const headers = { 'If-Match': '*' };
    const path = `/api/books/${book._id}`;
    await api.call('PATCH', path, { as: 'admin', body: { title: 'Open' }, headers });
    beforeFirst(async () => {
      expect((await call('POST', `${path}/erase`, { fields: ['title'] })).status).toBe(200);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2_000 });
    });

    await change(id, { enabled: true });

    const bodies = (await target.receive(3)).map(({ body }) => body).join();
    expect(bodies).toContain('Open');
    expect(bodies).not.toContain('Secret');
  });
});

test('a busy target gets nothing for the time it states, also after the last attempt', async () => {
  target.behave = (got, response) =>
    answerWith(503, target.received.length < 4 ? {} : { 'Retry-After': '600' })(got, response);
  const { id } = (await makeWebhook(api, target.url)).json;
  await create('Emma');

  await findLogged(api, id, ({ state }) => state === 'dead');

  const { seconds } = await isFree(id);
  expect(seconds).toBeGreaterThan(500);
});

test('a replay from a future moment skips nothing that is written until then', async () => {
  const { id } = (await makeWebhook(api, target.url)).json;
  const from = new Date(Date.now() + 3_600_000).toISOString();

  await call('POST', `/api/admin/webhooks/${id}/replay`, { from });
  await create('Emma');

  expect((await target.receive(1))[0]!.json.data.record.title).toBe('Emma');
});

test('a new name does not enable a webhook that the system disables meanwhile', async () => {
  const { id } = (await makeWebhook(api, target.url)).json;

  const changed = await api.database.transaction(async (sql) => {
    await stopWebhook(sql, id, 'gone');
    const changing = change(id, { name: 'New' });
    await until(() =>
      api.database.some(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      ),
    );
    return { changing };
  });

  expect((await changed.changing).json).toMatchObject({
    name: 'New',
    enabled: false,
    stopped: 'gone',
  });
});
