import { afterAll, beforeAll, expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../../support/api.ts';
import { librarySource } from '../../support/library.ts';

/* Threads about change sets: those see them who see the changes of the collection, whatever way they ask. */

const mine = { createdBy: '$user' };
const source = structuredClone(librarySource) as any;
Object.assign(source.roles, { editor: {}, some: {}, mute: {}, blind: {} });
source.resources.users.fields.role.choices.push('editor', 'some', 'mute', 'blind');
const may = { list: true, read: true, create: true, update: true, history: true };
Object.assign(source.resources.books.permissions, {
  editor: may,
  some: { ...may, list: mine, read: mine },
  mute: { ...may, comment: false },
  blind: { ...may, history: false },
});
const descriptor = toDescriptor(source);
const api = await openTestApi({ descriptor: () => descriptor });
afterAll(() => api.close());

/** Each person's own change set. */
const sets = new Map<string, string>();
let thread: string;

async function begin(as: string, body: object = {}, of = as) {
  const whole = { resource: 'books', changeSet: sets.get(of), text: 'planted', ...body };
  return await api.call('POST', '/api/threads', { as, body: whole });
}

beforeAll(async () => {
  for (const name of ['editor', 'some', 'mute', 'blind']) {
    const changeSet = `set-of-${name}`;
    const headers = { 'Change-Set': changeSet };
    await api.call('POST', '/api/books', { as: name, headers, body: { title: 'Emma' } });
    sets.set(name, changeSet);
  }
  thread = (await begin('editor', { query: { assignee: api.userId('admin') } })).json._id;
});

test('is about a change set, counted with it, and asks those who see it', async () => {
  const set = sets.get('editor');
  const { json } = await api.call('GET', `/api/threads?changeSet=${set}`, { as: 'editor' });
  const change = await api.call('GET', `/api/changes/${set}`, { as: 'editor' });
  const changes = await api.call('GET', '/api/changes?resource=books', { as: 'admin' });
  const inbox = await api.call('GET', '/api/inbox', { as: 'admin' });

  expect(json).toMatchObject({ total: 1, data: [{ record: null, job: null, changeSet: set }] });
  expect(change.json.threads).toBe(1);
  expect(changes.json.data.map((each: any) => [each.id, each.threads])).toContainEqual([set, 1]);
  expect(inbox.json.data).toMatchObject([{ kind: 'assigned', thread, changeSet: set }]);
});

test.each(['some', 'mute', 'blind'])(
  'does not exist for %s, who may not see it or not comment, nor can it ask them',
  async (as) => {
    const set = sets.get('editor');
    const leaks: string[] = [];
    for (const path of [
      '/api/threads',
      `/api/threads?changeSet=${set}`,
      '/api/threads?q=planted',
      `/api/threads/${thread}`,
      `/api/threads/${thread}/messages`,
      `/api/threads/people?resource=books&changeSet=${set}`,
      `/api/changes/${set}`,
      '/api/inbox',
      '/api/users/current/data',
    ]) {
      const { text, status } = await api.call('GET', path, { as });
      const isTold =
        text.includes('planted') ||
        text.includes('"threads":1') ||
        (status < 400 && text.includes(thread));
      if (isTold) leaks.push(path);
    }
    expect(leaks).toEqual([]);
    const asked = await begin('editor', { query: { assignee: api.userId(as) } });
    expect(asked.json.problems).toMatchObject([{ code: 'A061', path: 'query.assignee' }]);
    expect((await begin(as, {}, 'editor')).status).toBeGreaterThanOrEqual(400);
  },
);

test('about the own set of somebody who sees only some records is seen by them', async () => {
  const { status, json } = await begin('some');

  expect(status).toBe(201);
  const seen = await api.call('GET', '/api/threads', { as: 'some' });
  expect(seen.json.data.map((each: any) => each._id)).toEqual([json._id]);
});

test.each([
  ['that does not exist', { changeSet: 'none' }, 'S001', 'changeSet'],
  ['of another collection', { resource: 'authors' }, 'S001', 'changeSet'],
  ['and a record', { record: 'b1' }, 'V002', 'record'],
  ['and an import', { job: 'j1' }, 'V002', 'job'],
])('refuses a change set %s, and names the field', async (_, body, code, path) => {
  const { json } = await begin('admin', body, 'editor');
  expect(json.problems).toMatchObject([{ code, path }]);
});

test('goes with the values of a record that are erased', async () => {
  const { json } = await api.call('GET', `/api/changes/records?changeSet=${sets.get('some')}`, {
    as: 'admin',
  });
  const { status } = await api.call('POST', `/api/books/${json.data[0]._id}/erase`, {
    as: 'admin',
    body: { fields: ['title'] },
  });

  expect(status).toBeLessThan(300);
  expect((await api.call('GET', '/api/threads', { as: 'some' })).json.total).toBe(0);
});
