import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DescriptorSource } from '../../src/descriptor/settings/descriptor-settings.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { emailOf, openTestApi, type TestApi } from '../support/api.ts';
import { sendImport } from '../support/exchange.ts';
import { librarySource } from '../support/library.ts';

const source = structuredClone(librarySource) as DescriptorSource;
Object.assign(source.resources['users'] ?? {}, { duplicates: [{ field: 'name' }] });

let api: TestApi;
let id = '';
let email = '';
beforeAll(async () => {
  const descriptor = toDescriptor(source);
  api = await openTestApi({ descriptor: () => descriptor });
  id = (await api.addUser('cora', 'viewer'))._id;
  await api.call('POST', `/api/admin/user/${id}/anonymise`, {
    as: 'admin',
    body: { email: emailOf('cora'), reason: 'Asked for by letter' },
  });
  email = (await ask('GET', `/api/users/${id}`)).json.email;
});
afterAll(() => api.close());

const ask = (method: string, path: string, body?: object) =>
  api.call(method, path, { as: 'admin', headers: { 'If-Match': '*' }, ...(body && { body }) });
const row = (more: object) => [{ _id: id, email, ...more }];
const update = { mode: 'update', key: '_id' };

/** Each way to change an account. */
const ways: Record<string, () => Promise<{ json: any }>> = {
  patch: () => ask('PATCH', `/api/users/${id}`, { name: 'Cora' }),
  put: async () => {
    const { json } = await ask('GET', `/api/users/${id}`);
    return ask('PUT', '/api/users', { ...json, name: 'Cora' });
  },
  enable: () => ask('PUT', `/api/admin/user/${id}/enable`),
  confirm: () => ask('PUT', `/api/admin/user/${id}/confirm`),
  factors: () => ask('DELETE', `/api/admin/user/${id}/factors`),
  'a link for a password': () => ask('POST', `/api/admin/user/${id}/resetlink`),
  'an invitation': () => ask('POST', '/api/admin/invite', { email, name: 'Cora', role: 'viewer' }),
  selection: () =>
    ask('POST', '/api/users/bulk', { action: 'update', where: { email }, data: { name: 'Cora' } }),
  roles: () =>
    ask('POST', '/api/users/bulk', { action: 'update', ids: [id], data: { role: 'staff' } }),
  grid: () =>
    ask('POST', '/api/users/bulk', {
      records: [{ _id: id, _version: '*', data: { status: 'confirmed' } }],
    }),
  file: () => sendImport(api, '/api/users', row({ name: 'Cora' }), { parts: update }),
  version: () => ask('POST', `/api/users/${id}/restore`, { version: 1 }),
  merge: async () => {
    const other = await api.addUser('other', 'viewer');
    const { json } = await ask('GET', `/api/users/${id}`);
    const versions = { [id]: json._version, [other._id]: other._version };
    return ask('POST', '/api/users/merge', {
      keep: id,
      merge: [other._id],
      versions,
      values: { name: 'Cora' },
    });
  },
};

test.each(Object.keys(ways))('an anonymised account cannot be changed by %s', async (way) => {
  const before = (await ask('GET', `/api/users/${id}`)).json;

  const { json } = (await ways[way]?.()) ?? {};

  // Some ways are closed to every account that is disabled, or whose address is taken.
  expect(JSON.stringify(json)).toMatch(/"code":("A051"|"A016"|11000)/);
  expect((await ask('GET', `/api/users/${id}`)).json).toEqual(before);
});
