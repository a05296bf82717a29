import { afterAll, beforeEach, expect, test } from 'vitest';
import type { DescriptorSource } from '../../../src/descriptor/settings/descriptor-settings.ts';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { applyPlan } from '../../../src/store/schema/plan/apply-plan.ts';
import { previewPlan } from '../../../src/store/schema/plan/make-plan.ts';
import { wakeWebhooks } from '../../../src/store/system/webhooks/webhooks.ts';
import { openTestApi } from '../../support/api.ts';
import { librarySource } from '../../support/library.ts';
import { allOf } from '../../support/planning.ts';
import {
  makeWebhook,
  openTarget,
  startWebhooks,
  until,
  webhookTargets,
} from '../../support/webhook-target.ts';

const source = structuredClone(librarySource) as DescriptorSource;
let descriptor = toDescriptor(structuredClone(source));
const api = await openTestApi({ descriptor: () => descriptor, webhookTargets });
const target = await openTarget();
const stop = await startWebhooks(api);
beforeEach(async () => {
  await api.database.query('delete from backoffice.webhooks');
  target.received.length = 0;
});
afterAll(async () => {
  await stop();
  await target.close();
  await api.close();
});

async function change(edit: (resources: DescriptorSource['resources']) => void): Promise<void> {
  edit(source.resources);
  const next = toDescriptor(structuredClone(source));
  const { hash, steps } = await previewPlan(api.database, next);
  const outcome = await applyPlan(api.database, next, { plan: hash, ...allOf(steps) });
  if ('refused' in outcome) throw new Error(JSON.stringify(outcome));
  descriptor = next;
}

const create = (root: string, body: object) => api.call('POST', root, { as: 'admin', body });
const stoppedOf = async (id: string) =>
  (await api.call('GET', `/api/admin/webhooks/${id}`, { as: 'admin' })).json.stopped;

test.for([
  ['filter', { pages_gte: 100 }],
  ['fields', ['pages', 'title']],
] as const)(
  'a webhook follows a renamed field in its %s; a removed one disables it, and it sends nothing',
  async ([name, value]) => {
    const { id } = (await makeWebhook(api, target.url, { [name]: value })).json;
    await create('/api/books', { title: 'Before', pages: 200 });
    await target.receive(1);

    const to = name === 'filter' ? 'leaves' : 'sheets';
    await change(({ books }) => {
      const { pages, ...fields } = books!.fields;
      books!.fields = { ...fields, [to]: { ...pages!, was: 'pages' } };
    });
    await create('/api/books', { title: 'After', [to]: 300 });
    const titles = () => target.received.map(({ json }) => json.data.record.title);
    await until(async () => titles().includes('After'));
    await change(({ books }) => {
      const { [to]: _, ...fields } = books!.fields;
      books!.fields = { ...fields, pages: { type: 'number' } };
    });
    await create('/api/books', { title: 'Late', pages: 300 });

    await until(async () => (await stoppedOf(id)) === 'invalid');
    expect(titles()).not.toContain('Late');
    const { data } = (await api.call('GET', '/api/admin/outbox', { as: 'admin' })).json;
    expect(data[0]).toMatchObject({ kind: 'webhookStopped' });
  },
);

test('a dropped collection is removed from a webhook, and the last one disables it', async () => {
  await change((resources) => {
    resources['shelves'] = { fields: { room: { type: 'text' } } };
    resources['rooms'] = { fields: { name: { type: 'text' } } };
  });
  const { id } = (await makeWebhook(api, target.url, { resources: ['shelves', 'rooms'] })).json;
  const read = async () =>
    (await api.call('GET', `/api/admin/webhooks/${id}`, { as: 'admin' })).json;

  await change((resources) => delete resources['shelves']);
  expect((await create('/api/rooms', { name: 'Attic' })).status).toBe(201);
  const [received] = await target.receive(1);
  const left = await read();
  // A change that nobody has sent yet, not even a worker that has just looked whether it is enabled.
  await api.database.query('update backoffice.webhooks set enabled = false, lease = null');
  expect((await create('/api/rooms', { name: 'Cellar' })).status).toBe(201);
  await change((resources) => delete resources['rooms']);
  await api.database.query('update backoffice.webhooks set enabled = true, due_at = now()');
  await wakeWebhooks(api.database);

  expect(received!.json.type).toBe('rooms.created');
  expect(left).toMatchObject({ resources: ['rooms'], stopped: null, enabled: true });
  await until(async () => (await stoppedOf(id)) === 'invalid');
  expect(target.received).toHaveLength(1);
});

test('a webhook follows a renamed collection, also for unsent changes', async () => {
  const { id } = (await makeWebhook(api, target.url, { filter: { title_starts: 'E' } })).json;
  await api.database.query('update backoffice.webhooks set enabled = false');
  await create('/api/books', { title: 'Emma' });

  await change((resources) => {
    const { books } = resources;
    delete resources['books'];
    resources['novels'] = { ...books!, root: '/api/novels', path: '/novels', was: 'books' };
  });
  const body = { enabled: true };
  expect((await api.call('PATCH', `/api/admin/webhooks/${id}`, { as: 'admin', body })).status).toBe(
    200,
  );
  await create('/api/novels', { title: 'Persuasion' });
  await create('/api/novels', { title: 'Evelina' });

  const received = await target.receive(2);
  expect(received.map(({ json: { type, data } }) => [type, data.record.title])).toEqual([
    ['novels.created', 'Emma'],
    ['novels.created', 'Evelina'],
  ]);
});
