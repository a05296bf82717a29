import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { CANARY } from '../../support/library.ts';
import {
  accept,
  answerWith,
  findLogged,
  makeWebhook,
  type Received,
} from '../../support/webhook-target.ts';
import { openWebhookTests } from '../../support/webhook-tests.ts';

const { api, target, createBook: create } = await openWebhookTests({ isDelivering: true });

const change = (record: any, body: object) =>
  api.call('PATCH', `/api/books/${record._id}`, {
    as: 'admin',
    body,
    headers: { 'If-Match': `"${record._version}"` },
  });
const remove = (record: any) =>
  api.call('DELETE', `/api/books/${record._id}`, {
    as: 'admin',
    headers: { 'If-Match': `"${record._version}"` },
  });
const titlesOf = (received: readonly Received[]) =>
  received.map(({ json }) => json.data.record.title);

function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const text = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.');
  const expected = `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(expected);
}

describe('a webhook', () => {
  test('sends each change once, signed and in order', async () => {
    const made = await makeWebhook(api, target.url);
    expect(made.status).toBe(201);
    const { secret } = made.json;

    const book = await create('Emma', { pages: 300 });
    const updated = (await change(book, { pages: 310 })).json;
    await remove(updated);
    const received = await target.receive(3);

    expect(received.map(({ json }) => json.type)).toEqual([
      'books.created',
      'books.updated',
      'books.deleted',
    ]);
    expect(received[1]!.json).toMatchObject({
      data: {
        resource: 'books',
        id: book._id,
        version: 2,
        by: api.userId('admin'),
        changed: ['pages'],
        before: { pages: 300 },
        record: { _id: book._id, _version: 2, title: 'Emma', pages: 310 },
      },
    });
    expect(received[0]!.json.data.record).toMatchObject({ _version: 1, pages: 300 });
    expect(received[2]!.json.data.record).toMatchObject({ _version: 2, pages: 310 });
    expect(received.every((each) => isSigned(each, secret))).toBe(true);
    expect(isSigned({ ...received[0]!, body: `${received[0]!.body} ` }, secret)).toBe(false);
    expect(received.map(({ headers }) => headers['webhook-hops'])).toEqual(['1', '1', '1']);
    await api.call('POST', '/api/books/trash/restore', { as: 'admin', body: { ids: [book._id] } });
    expect((await target.receive(4))[3]!.json.type).toBe('books.restored');
    expect(new Set(target.received.map(({ headers }) => headers['webhook-id'])).size).toBe(4);
  });

  test('sends only the events of its setting', async () => {
    await makeWebhook(api, target.url, { events: ['deleted'] });

    const book = await create('Emma');
    await remove((await change(book, { pages: 1 })).json);
    // Two webhooks do not wait for each other.
    await target.receive(1);
    await makeWebhook(api, target.url, { events: ['created'] });
    await create('Persuasion');

    const received = await target.receive(2);
    expect(received.map(({ json }) => json.type)).toEqual(['books.deleted', 'books.created']);
  });

  test('sends only records that meet its filter after the change', async () => {
    await makeWebhook(api, target.url, { filter: { pages_gte: 100 } });

    const short = await create('Short', { pages: 10 });
    await create('Long', { pages: 200 });
    await change(short, { pages: 150 });
    await target.receive(2);
    await create('Last', { pages: 100 });

    expect(titlesOf(await target.receive(3))).toEqual(['Long', 'Short', 'Last']);
  });

  test('sends the record as it was right after each change, also when it is late', async () => {
    target.behave = answerWith(503);
    const { id } = (await makeWebhook(api, target.url)).json;
    const book = await create('One');
    const second = (await change(book, { title: 'Two' })).json;
    await change(second, { title: 'Three' });
    await findLogged(api, id, ({ attempts }) => attempts > 0);

    target.received.length = 0;
    target.behave = accept;

    expect(titlesOf(await target.receive(3))).toEqual(['One', 'Two', 'Three']);
  });

  test('never sends what its role cannot read', async () => {
    await makeWebhook(api, target.url, { role: 'staff' });

    const book = await create('Emma', { secret: CANARY });
    await change(book, { secret: `${CANARY} 2` });
    await create('Last');

    const received = await target.receive(2);
    expect(titlesOf(received)).toEqual(['Emma', 'Last']);
    expect(JSON.stringify(received)).not.toContain(CANARY);
    // Earlier values need the right to see the history.
    const { _version } = (await api.call('GET', `/api/books/${book._id}`, { as: 'admin' })).json;
    await change({ ...book, _version }, { title: 'Emma 2' });
    const [, , third] = await target.receive(3);
    expect(third!.json.data.changed).toEqual(['title']);
    expect(third!.json.data.before).toBeUndefined();
  });

  test('sends only the fields of its setting, and no changes of others', async () => {
    await makeWebhook(api, target.url, { fields: ['title'] });

    const book = await create('Emma', { pages: 300 });
    await change(book, { pages: 310 });
    await create('Last');

    const received = await target.receive(2);
    expect(titlesOf(received)).toEqual(['Emma', 'Last']);
    expect(received[0]!.json.data.record).not.toHaveProperty('pages');
  });

  test('sends no values of a record that is too large', async () => {
    await makeWebhook(api, target.url);

    await create('Large', { blurb: 'x'.repeat(300_000) });

    const [received] = await target.receive(1);
    expect(received!.json.data).toMatchObject({ tooLarge: true, resource: 'books' });
    expect(received!.json.data).not.toHaveProperty('record');
  });

  test('signs with both secrets for a day after a rotation', async () => {
    const made = (await makeWebhook(api, target.url)).json;
    const path = `/api/admin/webhooks/${made.id}/secret`;
    const rotated = (await api.call('POST', path, { as: 'admin' })).json;

    await create('Both');
    const [first] = await target.receive(1);
    await api.database.query(`update backoffice.webhooks set former_until = now()`);
    await create('New');
    const [, second] = await target.receive(2);

    expect(rotated.secret).not.toBe(made.secret);
    expect([made.secret, rotated.secret].map((each) => isSigned(first!, each))).toEqual([
      true,
      true,
    ]);
    expect([made.secret, rotated.secret].map((each) => isSigned(second!, each))).toEqual([
      false,
      true,
    ]);
  });

  test('sends nothing from before its creation, and continues after it was disabled', async () => {
    await create('Before');
    const { id } = (await makeWebhook(api, target.url, { enabled: false })).json;
    await create('Meanwhile');
    const body = { enabled: true };
    await api.call('PATCH', `/api/admin/webhooks/${id}`, { as: 'admin', body });
    await create('After');

    expect(titlesOf(await target.receive(2))).toEqual(['Meanwhile', 'After']);
  });

  test('sends writes that were committed late', async () => {
    await makeWebhook(api, target.url);
    let commit: () => void = () => undefined;
    const books = api.descriptor.resources.get('books')!;
    const begun = new Promise<void>((resolve) => {
      void api.store.transaction(async (store) => {
        await store.create(books, { title: 'Slow' }, { userId: null });
        resolve();
        await new Promise<void>((go) => (commit = go));
      });
    });
    await begun;
    await create('Fast');
    expect(titlesOf(await target.receive(1))).toEqual(['Fast']);

    commit();
    await create('Next');

    expect(new Set(titlesOf(await target.receive(3)))).toEqual(new Set(['Fast', 'Next', 'Slow']));
  });
});
