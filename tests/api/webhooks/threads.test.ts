import { expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { librarySource } from '../../support/library.ts';
import { accept, answerWith, findLogged, makeWebhook } from '../../support/webhook-target.ts';
import { openWebhookTests } from '../../support/webhook-tests.ts';

/** As the library, where a role reads books and does not comment. */
const source = structuredClone(librarySource) as any;
source.roles.mute = {};
source.resources.users.fields.role.choices.push('mute');
source.resources.books.permissions.mute = { list: true, read: true, comment: false };
const descriptor = toDescriptor(source);
const {
  api,
  target,
  createBook: create,
} = await openWebhookTests({ isDelivering: true, descriptor: () => descriptor });
const events = ['thread.opened', 'thread.message', 'thread.closed'];

async function open(record: string, more: object = {}): Promise<any> {
  const body = { resource: 'books', record, text: 'Is this right?', ...more };
  const { status, json } = await api.call('POST', '/api/threads', { as: 'admin', body });
  expect(status).toBe(201);
  return json;
}
const write = async (thread: string, body: object) =>
  (await api.call('POST', `/api/threads/${thread}/messages`, { as: 'admin', body })).json;

test('a webhook sends what happens in threads', async () => {
  await makeWebhook(api, target.url, { events });
  const book = await create('Emma');
  const thread = await open(book._id, { field: 'pages' });
  await write(thread._id, { text: 'Yes.', status: 'closed' });
  const of = { resource: 'books', id: book._id, thread: thread._id, fields: ['pages'] };
  const by = api.userId('admin');

  const received = await target.receive(3);
  expect(received.map(({ json }) => json)).toMatchObject([
    { type: 'thread.opened', data: { ...of, by, text: 'Is this right?' } },
    { type: 'thread.message', data: { ...of, status: 'closed', text: 'Yes.' } },
    { type: 'thread.closed', data: { ...of, status: 'closed' } },
  ]);
  expect(received[0]!.json.data.message).toBe(thread.messages[0]._id);
  const ids = received.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(3);
});

test.each([
  ['the record does not meet the filter', { filter: { pages_gte: 100 } }, {}],
  ['the role may not read the field', { role: 'staff' }, { field: 'secret' }],
  ['the webhook does not send the field', { fields: ['title'] }, { field: 'pages' }],
  ['the role may not comment', { role: 'mute' }, {}],
  ['it wants other events', { events: ['updated'] }, {}],
])('nothing of a thread is sent where %s', async (_, settings, about) => {
  const { status, json } = await makeWebhook(api, target.url, { events, ...settings });
  expect(status).toBe(201);
  await open((await create('Emma', { pages: 10 }))._id, about);
  await makeWebhook(api, target.url, { events });
  await open((await create('Persuasion', { pages: 10 }))._id, about);
  await target.receive(1);

  const log = await api.call('GET', `/api/admin/webhooks/${json.id}/deliveries`, { as: 'admin' });
  expect(log.json.data.filter(({ state }: { state: string }) => state !== 'waiting')).toEqual([]);
  expect(target.received).toHaveLength(1);
});

test('what is erased meanwhile is neither sent nor in the log', async () => {
  target.behave = answerWith(503);
  const { id } = (await makeWebhook(api, target.url, { events })).json;
  const [book, other] = [await create('Emma'), await create('Persuasion')];
  const thread = await open(book._id);
  await findLogged(api, id, ({ attempts }) => attempts > 0);
  await api.call('POST', `/api/books/${book._id}/erase`, { as: 'admin', body: {} });
  const { _id, messages } = await open(other._id, { text: 'To remove.' });
  await api.call('DELETE', `/api/threads/${_id}/messages/${messages[0]._id}`, { as: 'admin' });
  target.received.length = 0;
  target.behave = accept;

  const [received] = await target.receive(1);
  expect(received!.json.data).toMatchObject({ thread: _id, text: '' });
  expect(target.received.filter(({ body }) => body.includes(thread._id))).toEqual([]);
  const bodies = await api.database.rows<{ body: string | null }>(
    'select body from backoffice.webhook_attempts where body is not null',
  );
  expect(bodies.filter(({ body }) => /right|remove/i.test(body ?? ''))).toEqual([]);
});

test('a replay from a moment sends what happened in threads since then, as the rights are now', async () => {
  const [book, other] = [await create('Emma'), await create('Persuasion')];
  const early = await open(book._id, { text: 'Too early.' });
  await api.database.query(`update backoffice.messages set at = at - interval '1 hour'`);
  await api.database.query('update backoffice.threads set closed_at = null');
  const from = new Date(Date.now() - 60_000).toISOString();
  await write(early._id, { text: 'In time.', status: 'closed' });
  const { id } = (await makeWebhook(api, target.url, { events })).json;
  await open(other._id, { field: 'pages', text: 'Later.' });
  const [first] = await target.receive(1);
  const replay = async (count: number) => {
    target.received.length = 0;
    const body = { from };
    const asked = await api.call('POST', `/api/admin/webhooks/${id}/replay`, { as: 'admin', body });
    expect(asked.status).toBe(200);
    return (await target.receive(count)).map(({ json }) => [json.type, json.data.text ?? null]);
  };

  const whole = [
    ['thread.opened', 'Later.'],
    ['thread.message', 'In time.'],
    ['thread.closed', null],
  ];
  expect(await replay(3)).toEqual(whole);
  expect(target.received[0]!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
  const settings = { fields: ['title'] };
  await api.call('PATCH', `/api/admin/webhooks/${id}`, { as: 'admin', body: settings });
  expect(await replay(2)).toEqual(whole.slice(1));
  expect(target.received).toHaveLength(2);
});
