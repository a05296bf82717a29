import { afterAll, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { librarySource } from '../support/library.ts';

const source = structuredClone(librarySource);
Object.assign(source.resources.users.fields, {
  organisation: { type: 'text', write: ['staff'] },
  orcid: { type: 'text', unique: true },
});
const descriptor = toDescriptor(source);
const api = await openTestApi({ descriptor: () => descriptor });
afterAll(() => api.close());

const change = (as: string, body: object) => api.call('PUT', '/api/users/current', { as, body });

test.each([
  ['viewer', 422],
  ['staff', 200],
  ['admin', 200],
])('writing a field for staff in a profile is answered to %s with %i', async (as, status) => {
  const answer = await change(as, { organisation: 'Navy', theme: 'dark' });

  expect(answer.status).toBe(status);
  const { json } = await api.call('GET', '/api/users/current', { as });
  const done = status === 200;
  expect([json.organisation, json.theme]).toEqual(done ? ['Navy', 'dark'] : [null, null]);
  const problems = (answer.json.problems ?? []).map(({ code, path }: any) => `${path} ${code}`);
  expect(problems).toEqual(done ? [] : ['organisation A008']);
});

test('a unique value of another user is refused, and nothing is changed', async () => {
  expect((await change('staff', { orcid: '1' })).status).toBe(200);

  const { status, json } = await change('viewer', { orcid: '1', language: 'de' });

  expect([status, json.problems[0]]).toMatchObject([409, { code: 11000, path: 'orcid' }]);
  const now = await api.call('GET', '/api/users/current', { as: 'viewer' });
  expect([now.json.orcid, now.json.language]).toEqual([null, null]);
});

test('the profile of a user who was just removed is not changed', async () => {
  await api.addUser('leaver', 'viewer');
  expect((await change('leaver', { theme: 'dark' })).status).toBe(200);
  // Nobody is told, so the session is taken for open a little longer.
  await api.call('GET', '/api/users/current', { as: 'leaver' });
  await api.database.query('delete from users where _id = $1', [api.userId('leaver')]);

  const { status, json } = await change('leaver', { theme: 'light' });

  expect([status, json.code]).toEqual([401, 'A003']);
});
