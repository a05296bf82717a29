import { afterAll, expect, test } from 'vitest';
import type { DescriptorSource } from '../../../src/descriptor/settings/descriptor-settings.ts';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { openTestApi, PASSWORD, signIn } from '../../support/api.ts';
import { librarySource } from '../../support/library.ts';
import { makeKey } from '../../support/api-keys.ts';

const source = structuredClone(librarySource) as DescriptorSource;
source.resources['users']!.fields['isService'] = { type: 'boolean', readOnly: true };

const descriptor = toDescriptor(source);
const api = await openTestApi({ descriptor: () => descriptor });
const token = (await signIn(api, 'admin')).json.token;
afterAll(() => api.close());

const make = (body: object, as = token) =>
  api.call('POST', '/api/admin/service-accounts', { token: as, body });

test('an admin creates a service account with a role; it works by keys, and is listed and marked', async () => {
  const made = await make({ name: 'Lab robot', role: 'staff' });
  expect([made.status, made.json]).toEqual([
    201,
    { _id: expect.any(String), name: 'Lab robot', role: 'staff' },
  ]);
  const { _id: owner } = made.json;

  const collections = { books: { operations: ['list', 'create'] } };
  const key = await makeKey(api, 'admin', collections, { owner });
  const book = await api.call('POST', '/api/books', { token: key.token, body: { title: 'One' } });
  expect(book.json).toMatchObject({ title: 'One', createdBy: owner });
  const { json } = await api.call('GET', '/api/users?isService=true', { token });
  expect(json.data.map((user: any) => user.name)).toEqual(['Lab robot']);
  const listed = await api.call('GET', `/api/keys?owner=${owner}`, { token });
  expect(listed.json.data[0].owner).toMatchObject({ _id: owner, isService: true });
});

test('nobody can sign in as a service account, and it gets no mail', async () => {
  const { json: account } = await make({ name: 'Deaf robot', role: 'staff' });
  const { json: user } = await api.call('GET', `/api/users/${account._id}`, { token });
  const body = { email: user.email, password: PASSWORD };
  await api.database.query(
    `insert into backoffice.credentials (user_id, password_hash)
     select $1, password_hash from backoffice.credentials limit 1`,
    [account._id],
  );

  expect((await api.call('POST', '/api/users/login', { body })).status).toBe(401);
  await api.call('POST', '/api/users/forgotpassword', { body: { email: user.email } });
  await api.call('PUT', `/api/admin/user/${account._id}/role`, { token, body: { role: 'viewer' } });
  const mails = await api.database.rows('select * from backoffice.outbox where to_address = $1', [
    user.email,
  ]);
  expect(mails).toEqual([]);
});

test('only admins create a service account, and nobody can turn a person into one', async () => {
  const { token: staff } = (await signIn(api, 'staff')).json;

  expect((await make({ name: 'Mine', role: 'staff' }, staff)).status).toBe(403);
  expect((await make({ name: 'Odd', role: 'none' })).json.problems[0].path).toBe('role');
  const path = `/api/users/${api.userId('viewer')}`;
  const headers = { 'If-Match': '*' };
  const changed = await api.call('PATCH', path, { token, headers, body: { isService: true } });
  expect(changed.json.code).toBe('V010');
  const body = { owner: api.userId('viewer'), name: 'K', collections: {} };
  expect((await api.call('POST', '/api/keys', { token, body })).json.code).toBe('V084');
});

test('an installation without the field is told what to declare', async () => {
  const plain = await openTestApi();
  const body = { name: 'Robot', role: 'staff' };

  const { json } = await plain.call('POST', '/api/admin/service-accounts', { as: 'admin', body });

  expect(json.problems[0]).toMatchObject({
    code: 'V084',
    hint: expect.stringMatching('isService'),
  });
  await plain.close();
});
