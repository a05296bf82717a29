import { describe, expect, test } from 'vitest';
import { makeWebhook, startWebhooks, until, type Received } from '../../support/webhook-target.ts';
import { openWebhookTests } from '../../support/webhook-tests.ts';

const { api, target, createBook: create } = await openWebhookTests({ isDelivering: true });

const titlesOf = (received: readonly Received[]) =>
  received.map(({ json }) => json.data.record.title);

test('a change of thousands of records is delivered completely', async () => {
  await makeWebhook(api, target.url);
  const books = api.descriptor.resources.get('books')!;
  const writes = Array.from({ length: 1_200 }, (_, n) => ({
    id: `many-${String(n).padStart(4, '0')}`,
    values: { title: `Book ${n}` },
  }));
  for (let at = 0; at < writes.length; at += 600)
    await api.store.writeMany(books, writes.slice(at, at + 600), { userId: null });
  await create('Last');

  await target.receive(1_201);

  expect(new Set(target.received.map(({ json }) => json.data.id)).size).toBe(1_201);
}, 60_000);

describe('several servers', () => {
  test('share the work and send nothing twice', async () => {
    const replica = await api.openReplica();
    const stopOther = await startWebhooks(replica);
    try {
      await makeWebhook(api, target.url);
      await makeWebhook(api, target.url, { name: 'Second' });
      for (let n = 0; n < 20; n += 1) await create(`Book ${n}`);

      await target.receive(40);

      const ids = target.received.map(({ headers }) => headers['webhook-id']);
      expect(new Set(ids).size).toBe(40);
      expect(ids).toHaveLength(40);
    } finally {
      await stopOther();
      await replica.close();
    }
  });
});

describe('a loop of webhooks', () => {
  test('ends after five webhooks in a row', async () => {
    await makeWebhook(api, target.url, { events: ['created'] });
    const answers: unknown[] = [];
    target.behave = ({ headers }, response) => {
      void writeAgain(String(headers['webhook-hops'])).finally(() => response.end());
    };
    const writeAgain = async (hops: string): Promise<void> => {
      const call = {
        as: 'admin',
        body: { title: `After ${hops}` },
        headers: { 'Webhook-Hops': hops },
      };
      const { status, json } = await api.call('POST', '/api/books', call);
      answers.push(json.code ?? status);
    };

    await create('First');

    await until(() => answers.length === 6);
    expect(answers).toEqual([201, 201, 201, 201, 201, 'S043']);
    expect(titlesOf(target.received).at(-1)).toBe('After 5');
  });

  test('is counted in a change set of the client too', async () => {
    await makeWebhook(api, target.url);

    await create('Own set', {}, { 'Webhook-Hops': '3', 'Change-Set': 'my-own-change-set' });

    expect((await target.receive(1))[0]!.headers['webhook-hops']).toBe('4');
    const bad = await api.call('POST', '/api/books', {
      as: 'admin',
      body: { title: 'x' },
      headers: { 'Webhook-Hops': 'many' },
    });
    expect([bad.status, bad.json.code, bad.json.problems[0].path]).toEqual([
      400,
      'Q004',
      'Webhook-Hops',
    ]);
  });
});
