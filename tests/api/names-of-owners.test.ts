import { afterAll, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { deskSource } from '../support/desk.ts';

// A reader may read names, but sees no user except the clerk.
const { users, notes, ...resources } = deskSource.resources;
const permissions = { ...users.permissions, reader: { list: { name: 'clerk' }, read: true } };
const reading = { ...notes.permissions, reader: ['list', 'read', 'create', 'update', 'import'] };
const descriptor = toDescriptor({
  ...deskSource,
  resources: {
    ...resources,
    users: { ...users, permissions },
    notes: { ...notes, permissions: reading },
  },
});
const desk = await openTestApi({ descriptor: () => descriptor });
afterAll(() => desk.close());

const post = async (path: string, body: object): Promise<any> => {
  const { status, json } = await desk.call('POST', path, { as: 'agent', body });
  expect(status).toBe(201);
  return json;
};

test('a shared view names its owner only to people who see that user', async () => {
  const people = [desk.userId('reader'), desk.userId('clerk')];
  const { _id, owner } = await post('/api/views', { resource: 'notes', name: 'Ours', people });
  const ownerFor = async (as: string) =>
    (await desk.call('GET', `/api/views/${_id}`, { as })).json.owner;

  expect(owner).toEqual({ _id: desk.userId('agent'), name: 'agent' });
  expect(await ownerFor('clerk')).toEqual(owner);
  expect(await ownerFor('reader')).toEqual({ ...owner, name: null });
});

test('so does a shared recipe, with those who saved its versions', async () => {
  const request = { mapping: { text: 'text' } };
  const { id } = await post('/api/notes/recipes', { name: 'Ours', request, shared: true });
  const namesFor = async (as: string) => [
    (await desk.call('GET', '/api/notes/recipes', { as })).json.data[0].ownerName,
    (await desk.call('GET', `/api/recipes/${id}/versions`, { as })).json.data[0].savedByName,
  ];

  expect(await namesFor('clerk')).toEqual(['agent', 'agent']);
  expect(await namesFor('reader')).toEqual([null, null]);
});

test('everybody knows their own name', async () => {
  const body = { resource: 'notes', name: 'Mine' };
  const { json } = await desk.call('POST', '/api/views', { as: 'reader', body });

  expect(json.owner).toEqual({ _id: desk.userId('reader'), name: 'reader' });
});
