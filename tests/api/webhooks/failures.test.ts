import { describe, expect, test } from 'vitest';
import {
  accept,
  answerWith,
  findLogged,
  makeWebhook,
  openTarget,
  until,
} from '../../support/webhook-target.ts';
import { openWebhookTests } from '../../support/webhook-tests.ts';

const { api, target, createBook: create } = await openWebhookTests({ isDelivering: true });

const get = async (id: string) =>
  (await api.call('GET', `/api/admin/webhooks/${id}`, { as: 'admin' })).json;
const replay = (id: string, body: object) =>
  api.call('POST', `/api/admin/webhooks/${id}/replay`, { as: 'admin', body });
const isDead = ({ state }: { state: string }) => state === 'dead';

describe('a target', () => {
  test('that fails gets the message again, and is given up after the last attempt', async () => {
    target.behave = answerWith(500);
    const { id } = (await makeWebhook(api, target.url)).json;
    await create('Emma');

    const dead = await findLogged(api, id, isDead);

    expect(dead).toMatchObject({ attempts: 4, status: 500, error: 'status', event: 'created' });
    expect(dead.log).toHaveLength(4);
    expect(dead.log[0]).toMatchObject({ status: 500, answer: 'status 500', url: target.url });
    expect(JSON.parse(dead.log[0].body).data.record.title).toBe('Emma');
    expect(new Set(target.received.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([dead.id]),
    );
    target.behave = accept;
    expect((await replay(id, { dead: true })).json).toEqual({ deliveries: 1 });
    const again = await findLogged(api, id, ({ state }) => state === 'delivered');
    expect(again).toMatchObject({ id: dead.id, attempts: 1, status: 200, error: null });
    expect(await get(id)).toMatchObject({ dead: 0, waiting: 0, failingSince: null });
  });

  test('that refuses one record gets the others meanwhile, in order for each record', async () => {
    target.behave = ({ json }, response) =>
      void response.writeHead(json.data.record.title.startsWith('Bad') ? 400 : 200).end();
    const { id } = (await makeWebhook(api, target.url)).json;
    const bad = await create('Bad');
    await api.call('PATCH', `/api/books/${bad._id}`, {
      as: 'admin',
      body: { title: 'Mended' },
      headers: { 'If-Match': '"1"' },
    });
    await create('Good');

    await findLogged(api, id, isDead);
    await until(() => target.received.some(({ json }) => json.data.record.title === 'Mended'));

    const titles = target.received.map(({ json }) => json.data.record.title);
    expect(titles.indexOf('Good')).toBeLessThan(titles.lastIndexOf('Bad'));
    expect(titles.filter((title) => title === 'Bad')).toHaveLength(4);
    expect(titles.lastIndexOf('Bad')).toBeLessThan(titles.indexOf('Mended'));
  });

  test('that is gone disables its webhook, and notifies the admins', async () => {
    target.behave = answerWith(410);
    const { id } = (await makeWebhook(api, target.url, { name: 'Gone one' })).json;
    await create('Emma');

    await until(async () => (await get(id)).enabled === false);

    expect(await get(id)).toMatchObject({ stopped: 'gone', waiting: 1 });
    const mails = await api.database.rows(
      `select to_address, data from backoffice.outbox where kind = 'webhookStopped' and data->>'id' = $1`,
      [id],
    );
    const addresses = ['admin@example.org', 'dev@example.org'];
    expect(new Set(mails.map((mail) => mail.to_address))).toEqual(new Set(addresses));
    const audit = await api.call('GET', '/api/admin/audit?action=webhookStopped', { as: 'admin' });
    expect(audit.json.data[0]).toMatchObject({
      actor: null,
      detail: { name: 'Gone one', reason: 'gone' },
    });
    expect((await replay(id, { dead: true })).json).toMatchObject({ code: 'S046' });
    target.behave = accept;
    const body = { enabled: true };
    await api.call('PATCH', `/api/admin/webhooks/${id}`, { as: 'admin', body });
    await findLogged(api, id, ({ state }) => state === 'delivered');
    expect(await get(id)).toMatchObject({ stopped: null, enabled: true });
  });

  test('of several webhooks that is gone is reported to each admin in one mail', async () => {
    await api.database.query('delete from backoffice.outbox');
    target.behave = answerWith(410);
    for (const name of ['One', 'Two', 'Three']) await makeWebhook(api, target.url, { name });
    await create('Emma');

    const { data } = await until(async () => {
      const { json } = await api.call('GET', '/api/admin/webhooks', { as: 'admin' });
      return json.data.every(({ stopped }: { stopped: string }) => stopped === 'gone') && json;
    });

    expect(data).toHaveLength(3);
    const mails = await api.database.rows<{ address: string; names: string[] }>(
      `select to_address as address, (select array_agg(one->>'name' order by one->>'name')
         from jsonb_array_elements(data || (data->'others')) one) as names
       from backoffice.outbox order by 1`,
    );
    const names = ['One', 'Three', 'Two'];
    expect(mails).toEqual([
      { address: 'admin@example.org', names },
      { address: 'dev@example.org', names },
    ]);
  });

  test.each([
    { header: '600', least: 500, most: 600 },
    { header: new Date(Date.now() + 3_600_000).toUTCString(), least: 3_000, most: 3_600 },
    { header: '99999999', least: 40_000, most: 43_200 },
    { header: 'soon', least: -60, most: 60 },
  ])(
    'that is busy gets nothing for the time it states: $header',
    async ({ header, least, most }) => {
      target.behave = answerWith(503, { 'Retry-After': header });
      const { id } = (await makeWebhook(api, target.url)).json;
      await create('Emma');

      await findLogged(api, id, ({ attempts }) => attempts > 0);
      const nextAt = await until(async () => (await get(id)).nextAt ?? undefined);

      const seconds = (Date.parse(nextAt) - Date.now()) / 1_000;
      expect(seconds).toBeGreaterThan(least);
      expect(seconds).toBeLessThanOrEqual(most);
    },
  );

  test('that fails for three days disables its webhook', async () => {
    target.behave = answerWith(503);
    const { id } = (await makeWebhook(api, target.url)).json;
    await create('Emma');
    await findLogged(api, id, ({ attempts }) => attempts > 0);

    await api.database.query(
      `update backoffice.webhooks set failing_since = now() - interval '3 days 1 minute' where id = $1`,
      [id],
    );
    await replay(id, { dead: true });

    const stopped = await until(async () => (await get(id)).stopped ?? undefined);
    expect(stopped).toBe('failing');
  });

  test('that cannot be reached does not delay others', async () => {
    const slow = await openTarget();
    slow.behave = () => undefined;
    try {
      for (const name of ['a', 'b', 'c']) await makeWebhook(api, slow.url, { name });
      await makeWebhook(api, target.url);
      await create('Emma');

      await target.receive(1);
      await slow.receive(3);

      expect(slow.received).toHaveLength(3);
    } finally {
      await slow.close();
    }
  });
});

describe('a webhook that no longer fits', () => {
  test('is disabled instead of sending something else', async () => {
    const { id } = (await makeWebhook(api, target.url)).json;
    await api.database.query(`update backoffice.webhooks set role = 'nobody' where id = $1`, [id]);
    await create('Emma');

    await until(async () => (await get(id)).stopped === 'invalid');

    expect(target.received).toEqual([]);
  });
});

describe('a replay', () => {
  test('from a moment sends everything since then again, under the same IDs', async () => {
    const { id } = (await makeWebhook(api, target.url)).json;
    const from = new Date().toISOString();
    await create('One');
    await create('Two');
    await target.receive(2);

    expect((await replay(id, { from })).json).toEqual({ deliveries: 0 });

    const ids = (await target.receive(4)).map(({ headers }) => headers['webhook-id']);
    expect(ids.slice(2)).toEqual(ids.slice(0, 2));
  });

  test('from now on skips what was not sent', async () => {
    const { id } = (await makeWebhook(api, target.url, { enabled: false })).json;
    await create('Skipped');
    await api.database.query(
      'update backoffice.webhooks set enabled = true, lease = $2, due_at = now() + interval $$1 hour$$ where id = $1',
      [id, 'nobody'],
    );
    await replay(id, { from: new Date().toISOString() });
    await create('Sent');

    const [first] = await target.receive(1);
    expect(first!.json.data.record.title).toBe('Sent');
  });

  test('of one delivery sends it again', async () => {
    const { id } = (await makeWebhook(api, target.url)).json;
    await create('Emma');
    const { id: delivery } = await findLogged(api, id, ({ state }) => state === 'delivered');

    expect((await replay(id, { delivery })).json).toEqual({ deliveries: 1 });

    await target.receive(2);
    expect((await replay(id, { delivery: 'msg_other' })).json.code).toBe('S001');
    expect((await replay(id, {})).json.code).toBe('V002');
    expect((await replay(id, { delivery, dead: true })).status).toBe(422);
  });
});
