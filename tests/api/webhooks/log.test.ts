import { afterAll, beforeEach, expect, test } from 'vitest';
import { trimWebhookLog } from '../../../src/store/system/webhooks/deliveries.ts';
import { openTestApi } from '../../support/api.ts';
import { makeWebhook, webhookTargets } from '../../support/webhook-target.ts';

let webhook: string;
const api = await openTestApi({ webhookTargets });
beforeEach(async () => {
  await api.database.query('delete from backoffice.webhooks');
  webhook = (await makeWebhook(api, 'http://127.0.0.1:9/hook')).json.id;
});
afterAll(() => api.close());

type Deliveries = { state: string; count?: number; ended?: string; created?: string; of?: string };

/** Adds deliveries, each with an attempt; `ended` and `created` say how long ago. */
async function addDeliveries(name: string, given: Deliveries): Promise<void> {
  const { state, count = 1, ended = null, created = '0', of = webhook } = given;
  await api.database.query(
    `with put as (
       insert into backoffice.webhook_deliveries (id, webhook, event, seq, record_id, state, created_at, ended_at)
       select $1 || n, $2, 'created', n, 'r', $3, now() - $4::interval, now() - $5::interval - n * interval '1 ms'
       from generate_series(1, $6) n returning id)
     insert into backoffice.webhook_attempts (delivery, took, url, headers) select id, 1, 'u', '{}' from put`,
    [name, of, state, created, ended, count],
  );
}

const countOf = (table: string, where = 'true') =>
  api.database.value<number>(`select count(*)::int from backoffice.${table} where ${where}`);

test('the log keeps 30 days, with the attempts, and everything that waits', async () => {
  await addDeliveries('old', { state: 'delivered', ended: '31 days' });
  await addDeliveries('dead', { state: 'dead', ended: '31 days' });
  await addDeliveries('new', { state: 'dead', ended: '29 days' });
  await addDeliveries('waiting', { state: 'waiting', created: '40 days' });

  expect(await trimWebhookLog(api.database)).toBe(2);

  const left = await api.database.rows<{ id: string }>(
    'select id from backoffice.webhook_deliveries order by id',
  );
  expect(left.map(({ id }) => id)).toEqual(['new1', 'waiting1']);
  expect(await countOf('webhook_attempts')).toBe(2);
});

test('the log keeps the last 5,000 ended deliveries of each webhook', async () => {
  const other = (await makeWebhook(api, 'http://127.0.0.1:9/other')).json.id;
  await addDeliveries('many', { state: 'delivered', ended: '1 hour', count: 5_003 });
  await addDeliveries('last', { state: 'dead', ended: '1 minute', count: 2 });
  await addDeliveries('waiting', { state: 'waiting', count: 3 });
  await addDeliveries('other', { state: 'delivered', ended: '2 days', of: other });

  expect(await trimWebhookLog(api.database)).toBe(5);

  const gone = "id in ('many4999', 'many5000', 'many5001', 'many5002', 'many5003')";
  expect(await countOf('webhook_deliveries', gone)).toBe(0);
  expect(await countOf('webhook_deliveries', `webhook = '${webhook}'`)).toBe(5_003);
  expect(await countOf('webhook_deliveries', `webhook = '${other}'`)).toBe(1);
  expect(await trimWebhookLog(api.database)).toBe(0);
});

test('metrics show how many deliveries of enabled webhooks wait, for how long, and how many were given up', async () => {
  const read = async () => {
    // Another server, because one counts only now and then.
    const server = await api.openReplica();
    const { text } = await server.call('GET', '/metrics');
    await server.close();
    const valueOf = (series: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`backoffice_webhook_${series} `))
          ?.split(' ')[1],
      );
    return {
      waiting: valueOf('deliveries{state="waiting"}'),
      dead: valueOf('deliveries{state="dead"}'),
      minutes: Math.floor(valueOf('oldest_seconds') / 60),
    };
  };
  expect(await read()).toEqual({ waiting: 0, dead: 0, minutes: 0 });

  await addDeliveries('w', { state: 'waiting', created: '10 minutes', count: 3 });
  await addDeliveries('v', { state: 'waiting', created: '1 minute' });
  await addDeliveries('d', { state: 'dead', ended: '1 hour', created: '2 hours', count: 2 });
  await addDeliveries('s', { state: 'delivered', ended: '1 hour', created: '2 hours' });

  expect(await read()).toEqual({ waiting: 4, dead: 2, minutes: 10 });
  await api.database.query('update backoffice.webhooks set enabled = false');
  expect(await read()).toEqual({ waiting: 0, dead: 0, minutes: 0 });
});
