import { afterAll, beforeAll, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi, type TestApi } from '../support/api.ts';

/** Notes name tickets in a field of several references; a reader sees only the open notes. */
const descriptor = toDescriptor({
  roles: { admin: { all: true }, reader: {} },
  resources: {
    tickets: {
      fields: {
        subject: { type: 'text', required: true },
        mentions: { type: 'number', computed: 'count(notes.related)' },
      },
      permissions: { reader: ['list', 'read'] },
    },
    notes: {
      fields: {
        text: { type: 'text', required: true },
        isOpen: { type: 'boolean' },
        related: { type: 'references', to: 'tickets' },
      },
      permissions: { reader: { list: { isOpen: true }, read: { isOpen: true } } },
    },
    users: {
      fields: {
        email: { type: 'email', required: true, unique: true },
        name: { type: 'text', required: true },
        role: { type: 'choice', choices: ['admin', 'reader'] },
        status: { type: 'choice', choices: ['pending', 'confirmed', 'disabled', 'invited'] },
      },
    },
  },
});

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ descriptor: () => descriptor });
  const as = 'admin';
  await api.call('POST', '/api/tickets', { as, body: { _id: 't1', subject: 'One' } });
  for (const isOpen of [true, false, false])
    await api.call('POST', '/api/notes', { as, body: { text: 'x', isOpen, related: ['t1'] } });
});
afterAll(() => api.close());

test.each([
  ['admin', 3],
  ['reader', 1],
])('%s counts the members whose owners they can see', async (as, count) => {
  const { json } = await api.call('GET', '/api/tickets/t1', { as });
  const found = await api.call('GET', `/api/tickets?count(notes.related)=${count}`, { as });
  const ordered = await api.call('GET', `/api/tickets?mentions=${count}`, { as });

  expect(json.mentions).toBe(count);
  expect([found.json.total, ordered.json.total]).toEqual([1, 1]);
});
