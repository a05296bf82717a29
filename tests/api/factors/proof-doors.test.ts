import { afterAll, expect, test } from 'vitest';
import { defineAction } from '../../../src/api/actions/define-action.ts';
import type { DescriptorSource } from '../../../src/descriptor/settings/descriptor-settings.ts';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { listRoutes } from '../../../src/api/routes.ts';
import { openTestApi, PASSWORD, type TestAnswer } from '../../support/api.ts';
import { sendImport } from '../../support/exchange.ts';
import { jobsOf } from '../../support/jobs.ts';
import { librarySource } from '../../support/library.ts';
import { newId } from '../../../src/store/records/sql/new-id.ts';

/** Duplicates of users can be merged, and an action of the installation changes their role. */
const source = structuredClone(librarySource) as DescriptorSource;
Object.assign(source.resources['users'] ?? {}, {
  duplicates: [{ field: 'name' }],
  actions: [
    {
      name: 'promote',
      label: { en: 'Promote', de: 'Befördern' },
      icon: 'verified',
      roles: ['admin'],
      form: { fields: { role: { type: 'text', required: true } } },
    },
  ],
});

const promote = defineAction({
  resource: 'users',
  name: 'promote',
  run: async ({ resource, record, expected, form, by, store }) => {
    const outcome = await store.update(resource, record._id, expected, form, by);
    // As an action may tell the problems of a write, without saying what failed.
    return 'problems' in outcome ? { problems: outcome.problems } : outcome;
  },
});

const descriptor = toDescriptor(source);
const api = await openTestApi({ descriptor: () => descriptor, actions: [promote] });
afterAll(() => api.close());

/** The session of the admin began, and was last proven, 16 minutes ago. */
async function age(): Promise<void> {
  await api.tokenOf('admin');
  await api.database.query(
    `with aged as (
       update backoffice.sessions set created_at = now() - interval '16 minutes',
         proven_at = null where user_id = $1 returning user_id)
     select pg_notify('backoffice_sessions', user_id) from aged`,
    [api.userId('admin')],
  );
}

const prove = () =>
  api.call('POST', '/api/users/current/proof', { as: 'admin', body: { password: PASSWORD } });

const accountsOf = (name: string) =>
  api.database.rows('select email, role, status from users where email = $1', [
    `${name}@example.org`,
  ]);

async function countRunning(): Promise<number> {
  const path = '/api/jobs?state=running&kind=import,undo';
  return (await api.call('GET', path, { as: 'admin' })).json.data.length;
}

const file = (name: string) =>
  `_id,email,name,role,status\nid-${name},${name}@example.org,${name},viewer,confirmed\n`;

type Door = (name: string) => Promise<() => Promise<Pick<TestAnswer, 'status' | 'json'>>>;

async function undoOf(change: (set: string) => Promise<unknown>) {
  const set = newId();
  await change(set);
  return () => api.call('POST', `/api/changes/${set}/undo`, { as: 'admin', body: {} });
}

async function finishedImport(name: string): Promise<string> {
  const jobs = jobsOf(api, '/api/users');
  const { json } = await jobs.upload(file(name));
  await jobs.run(json.id);
  return json.id as string;
}

const headersOf = (set: string) => ({ 'If-Match': '*', 'Change-Set': set });

const doors: Record<string, Door> = {
  'making an account': async (name) => () =>
    api.call('POST', '/api/users', {
      as: 'admin',
      body: { email: `${name}@example.org`, name, role: 'viewer', status: 'confirmed' },
    }),
  'importing accounts': async (name) => () =>
    sendImport(api, '/api/users', file(name), { name: 'users.csv' }),
  'running the job of an import': async (name) => {
    const { json } = await jobsOf(api, '/api/users').upload(file(name));
    return () => api.call('POST', `/api/jobs/${json.id}/run`, { as: 'admin', body: {} });
  },
  'undoing the job of an import': async (name) => {
    const id = await finishedImport(name);
    return () => api.call('POST', `/api/jobs/${id}/undo`, { as: 'admin' });
  },
  'undoing the change of a role': async (name) => {
    const { _id } = await api.addUser(name, 'staff');
    return undoOf((set) =>
      api.call('PATCH', `/api/users/${_id}`, {
        as: 'admin',
        headers: headersOf(set),
        body: { role: 'viewer' },
      }),
    );
  },
  'undoing the deletion of an account': async (name) => {
    const { _id } = await api.addUser(name, 'staff');
    return undoOf((set) =>
      api.call('DELETE', `/api/users/${_id}`, { as: 'admin', headers: headersOf(set) }),
    );
  },
  'undoing all changes of a person': async (name) => {
    const from = new Date(Date.now() - 60_000).toISOString();
    const { _id } = await api.addUser(name, 'staff');
    const headers = { 'If-Match': '*' };
    await api.call('PATCH', `/api/users/${_id}`, { as: 'admin', headers, body: { role: 'dev' } });
    const to = new Date(Date.now() + 60_000).toISOString();
    const body = { by: api.userId('admin'), from, to };
    return () => api.call('POST', '/api/changes/undo', { as: 'admin', body });
  },
  'merging two accounts': async (name) => {
    const [kept, gone] = [await api.addUser(name, 'staff'), await api.addUser(newId(), 'staff')];
    const body = {
      keep: kept._id,
      merge: [gone._id],
      versions: { [kept._id]: kept._version, [gone._id]: gone._version },
    };
    return () => api.call('POST', '/api/users/merge', { as: 'admin', body });
  },
  'an action of the installation that gives a role': async (name) => {
    const { _id } = await api.addUser(name, 'staff');
    const headers = { 'If-Match': '*' };
    return () =>
      api.call('POST', `/api/users/${_id}/promote`, {
        as: 'admin',
        headers,
        body: { role: 'dev' },
      });
  },
  'erasing the past of an account': async (name) => {
    const { _id } = await api.addUser(name, 'staff');
    return () => api.call('POST', `/api/users/${_id}/erase`, { as: 'admin', body: {} });
  },
};

test.each(Object.entries(doors))(
  '%s asks for a fresh proof, and works with one',
  async (_, open) => {
    await prove();
    const name = newId();
    const enter = await open(name);
    const before = await accountsOf(name);
    await age();

    const { status, json } = await enter();
    expect([status, json.code]).toEqual([403, 'A030']);
    expect(await accountsOf(name)).toEqual(before);

    await prove();
    expect((await enter()).status).toBeLessThan(300);
    await expect.poll(countRunning).toBe(0);
  },
);

test.each(['create', 'delete', 'restore'])(
  'work outside of routes cannot %s an account either',
  async (way) => {
    const users = api.descriptor.resources.get('users')!;
    const name = newId();
    const values = { email: `${name}@example.org`, name, role: 'viewer', status: 'confirmed' };
    const by = { userId: api.userId('admin') };
    const { _id } = await api.addUser(newId(), 'viewer');
    if (way === 'restore') await api.store.remove(users, _id, '*', { userId: null });
    const ways: Record<string, () => Promise<unknown>> = {
      create: () => api.store.create(users, values, by),
      delete: () => api.store.remove(users, _id, '*', by),
      restore: () => api.store.create(users, values, by, _id),
    };

    expect(await ways[way]!()).toMatchObject({ problems: [{ code: 'A057' }] });
  },
);

test('a dry run of accounts needs no proof', async () => {
  await prove();
  const jobs = jobsOf(api, '/api/users');
  const { json } = await jobs.upload(file(newId()));
  await age();

  expect(await jobs.run(json.id, { dryRun: true })).toMatchObject({ state: 'rehearsed' });
});

test('routes of accounts ask for a proof under any path of the collection', () => {
  const moved = structuredClone(source);
  Object.assign(moved.resources['users'] ?? {}, { root: '/api/people' });

  const routes = listRoutes(toDescriptor(moved)).filter(({ fresh }) => fresh);

  const paths = routes.map(({ method, path }) => `${method} ${path}`);
  expect(paths).toEqual(
    expect.arrayContaining([
      'POST /api/people',
      'POST /api/people/bulk',
      'DELETE /api/people/:id',
      'POST /api/people/:id/restore',
      'POST /api/people/trash/restore',
      'POST /api/people/:id/erase',
    ]),
  );
});
