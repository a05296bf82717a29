import { afterAll, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { librarySource } from '../support/library.ts';

const source = {
  app: { languages: ['en', 'de'] },
  roles: { admin: { all: true }, dev: { devMenu: true }, teacher: {} },
  resources: {
    users: librarySource.resources.users,
    classes: {
      fields: { teachers: { type: 'references', to: 'users' }, seats: { type: 'number' } },
      checks: [{ check: 'count(pupils.class) <= coalesce(seats, 99)', message: 'is full' }],
    },
    pupils: {
      fields: { name: { type: 'text' }, class: { type: 'reference', to: 'classes' } },
      checks: [{ check: 'class.seats > 0', message: 'has no seats' }],
      permissions: { teacher: { list: { 'class.teachers': '$user' }, read: true } },
    },
  },
};

const descriptor = toDescriptor(source);
const school = await openTestApi({ descriptor: () => descriptor });
await school.database.query(
  `insert into classes (_id, seats) select 'c' || i, 5000 from generate_series(1, 3000) i;
     insert into pupils (_id, name, class) select 'p' || i, 'P' || i, 'c' || (1 + i % 3000) from generate_series(1, 4000) i;
     analyze classes; analyze pupils`,
);
afterAll(() => school.close());

test('the costs of row permissions and checks name what they read', async () => {
  const { json } = await school.call('GET', '/api/structure/permission-costs', { as: 'dev' });
  expect(json.lists).toMatchObject([
    { resource: 'pupils', role: 'teacher', reads: ['classes'], factor: expect.any(Number) },
  ]);
  expect(json.lists[0].factor).toBeGreaterThan(0);
  expect(json.checks).toEqual([
    {
      resource: 'classes',
      index: 0,
      expression: 'count(pupils.class) <= coalesce(seats, 99)',
      judgedWith: ['pupils'],
      reads: [],
    },
    {
      resource: 'pupils',
      index: 0,
      expression: 'class.seats > 0',
      judgedWith: [],
      reads: ['classes'],
    },
  ]);
});

test.each([
  ['admin', 200],
  ['dev', 200],
  ['teacher', 403],
])('%s is answered %i', async (as, status) => {
  const answer = await school.call('GET', '/api/structure/permission-costs', { as });
  expect(answer.status).toBe(status);
});
