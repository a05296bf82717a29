import { afterAll, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { librarySource } from '../support/library.ts';
import { register } from '../support/people.ts';

const source: any = structuredClone(librarySource);
delete source.resources.users.fields.organisation;
delete source.resources.users.fields.lastLoginAt;
const descriptor = toDescriptor(source);
const api = await openTestApi({ descriptor: () => descriptor });
afterAll(() => api.close());

test('an installation without organisations accepts registrations without one', async () => {
  const grace = await register(api, 'grace', { name: 'Grace Hopper' });
  await register(api, 'grace+lab', { name: 'grace  hopper' });

  const { json, status } = await api.call('GET', '/api/admin/overview', { as: 'admin' });

  expect([grace.status, status]).toEqual([201, 200]);
  expect(json.requests.total).toBe(2);
  expect(json.requests.data[0]).toMatchObject({
    name: 'Grace Hopper',
    organisation: null,
    duplicates: [{ name: 'grace  hopper', because: ['address', 'name'] }],
  });
});
