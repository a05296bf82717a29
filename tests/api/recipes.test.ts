import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { jobsOf } from '../support/jobs.ts';

const all = ['list', 'read', 'create', 'update', 'import'] as const;
const descriptor = toDescriptor({
  app: { title: 'Laboratory' },
  roles: { admin: { all: true }, chemist: {}, clerk: {}, driver: {} },
  resources: {
    samples: {
      importKey: 'code',
      title: '{code}',
      permissions: { chemist: [...all], clerk: [...all] },
      fields: { code: { type: 'text', unique: true, required: true }, note: { type: 'text' } },
    },
    trips: {
      title: '{place}',
      permissions: { driver: [...all], clerk: [...all] },
      fields: { place: { type: 'text' } },
    },
    users: {
      fields: {
        email: { type: 'email', required: true, unique: true },
        name: { type: 'text', required: true },
        role: { type: 'choice', choices: ['admin', 'chemist', 'clerk', 'driver'] },
        status: { type: 'choice', choices: ['pending', 'confirmed', 'disabled', 'invited'] },
      },
    },
  },
});

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ descriptor: () => descriptor });
  for (const [name, role] of [
    ['owner', 'chemist'],
    ['colleague', 'chemist'],
    ['clara', 'clerk'],
    ['dan', 'driver'],
  ] as const)
    await api.addUser(name, role);
});
afterAll(() => api.close());
beforeEach(() =>
  api.database.query('truncate samples, backoffice.jobs, backoffice.recipes cascade'),
);

const request = { mode: 'upsert', key: 'code', mapping: { Code: 'code', Text: 'note' } };

const call = (method: string, path: string, body?: object, as = 'owner', version?: number) =>
  api.call(method, path, {
    as,
    ...(body && { body }),
    ...(version !== undefined && { headers: { 'If-Match': `"${version}"` } }),
  });

const add = async (more: object = {}, as = 'owner') =>
  await call('POST', '/api/samples/recipes', { name: 'Laboratory', request, ...more }, as);

const idOf = async (more: object = {}, as = 'owner'): Promise<string> =>
  (await add(more, as)).json.id;

const versionsOf = async (id: string) =>
  (await call('GET', `/api/recipes/${id}/versions`)).json.data as any[];

describe('a named recipe', () => {
  test('is saved with its first version', async () => {
    const { status, json, headers } = await add();

    expect(status).toBe(201);
    expect(headers.get('ETag')).toBe('"1"');
    expect(json).toMatchObject({
      name: 'Laboratory',
      named: true,
      shared: false,
      watched: false,
      version: 1,
      owner: api.userId('owner'),
      request,
    });
    expect(await versionsOf(json.id)).toMatchObject([
      { version: 1, name: 'Laboratory', savedBy: api.userId('owner'), request },
    ]);
  });

  test('has a name that no other of its owner has in the collection, in any case', async () => {
    await add();

    const again = await add({ name: ' laboratory ' });
    const ofOther = await add({}, 'colleague');
    const id = await idOf({ name: 'Other' });
    const renamed = await call('PUT', `/api/recipes/${id}`, { name: 'LABORATORY' });

    expect([again.status, again.json.problems[0]]).toMatchObject([409, { path: 'name' }]);
    expect(ofOther.status).toBe(201);
    expect([renamed.status, renamed.json.problems[0].path]).toEqual([409, 'name']);
  });

  test('gets a version with each change, and goes back to an earlier one', async () => {
    const id = await idOf();
    const changed = { ...request, mode: 'create' };
    await call('PUT', `/api/recipes/${id}`, { request: changed }, 'owner', 1);
    await call('PUT', `/api/recipes/${id}`, { name: 'Sheets' }, 'owner', 2);
    const [, , first] = await versionsOf(id);

    const back = await call('PUT', `/api/recipes/${id}`, { request: first.request }, 'admin', 3);

    expect(back.json).toMatchObject({ version: 4, name: 'Sheets', request });
    const versions = await versionsOf(id);
    expect(versions.map(({ version, name, savedBy }) => [version, name, savedBy])).toEqual([
      [4, 'Sheets', api.userId('admin')],
      [3, 'Sheets', api.userId('owner')],
      [2, 'Laboratory', api.userId('owner')],
      [1, 'Laboratory', api.userId('owner')],
    ]);
    expect(versions[2].request.mode).toBe('create');
  });

  test('keeps its last 50 versions', async () => {
    const id = await idOf();
    for (let version = 1; version <= 52; version++)
      await call('PUT', `/api/recipes/${id}`, { name: `Name ${version}` });

    const versions = await versionsOf(id);

    expect(versions).toHaveLength(50);
    expect([versions[0].version, versions[49].version]).toEqual([53, 4]);
  });

  test('is not saved over a change that its writer has not seen', async () => {
    const id = await idOf();
    await call('PUT', `/api/recipes/${id}`, { request: { mode: 'create' } }, 'owner', 1);

    const late = await call('PUT', `/api/recipes/${id}`, { request }, 'owner', 1);
    const blind = await call('PUT', `/api/recipes/${id}`, { request });
    const gone = await call('DELETE', `/api/recipes/${id}`, undefined, 'owner', 1);

    expect([late.status, late.json.code]).toEqual([412, 'S003']);
    expect(late.json.current).toMatchObject({ version: 2, request: { mode: 'create' } });
    expect([blind.status, blind.json.code]).toEqual([428, 'S002']);
    expect(gone.status).toBe(412);
  });

  test('is not saved with parts that an import does not have', async () => {
    const odd = [
      { request: { ...request, colour: 'red' } },
      { request: { ...request, leaveOut: [1] } },
      { request: { ...request, dryRun: true } },
      { name: ' ' },
      { shared: [] },
      { shared: ['nobody'] },
      { job: 'none' },
    ];

    for (const body of odd) expect((await add(body)).status).toBe(422);
  });

  test('is offered for the columns of the import it was saved from', async () => {
    const jobs = jobsOf(api, '/api/samples');
    const { json: first } = await jobs.upload('Code,Text\nA,x\n', 'first.csv', 'owner');
    await add({ job: first.id });
    const { json: second } = await jobs.upload('Text,Code\ny,B\n', 'second.csv', 'owner');

    const look = await call('POST', `/api/jobs/${second.id}/look`, {});
    const ofOther = await add({ job: first.id, name: 'Not mine' }, 'colleague');

    expect(look.json.recipe).toMatchObject({ name: 'Laboratory', request });
    expect(ofOther.status).toBe(422);
  });

  test('is used by an import as it is, and an import with other settings is kept beside it', async () => {
    const jobs = jobsOf(api, '/api/samples');
    const { json: first } = await jobs.upload('Code,Text\nA,x\n', 'first.csv', 'owner');
    const id = await idOf({ job: first.id });
    const before = (await call('GET', '/api/samples/recipes')).json.data[0].usedAt;

    await jobs.run(first.id, { ...request, recipe: id, atomic: false }, 'owner');
    const unchanged = (await call('GET', '/api/samples/recipes')).json.data;
    const { json: second } = await jobs.upload('Code,Text\nB,x\n', 'second.csv', 'owner');
    await jobs.run(second.id, { ...request, recipe: id, atomic: true }, 'owner');
    const changed = (await call('GET', '/api/samples/recipes')).json.data;

    expect(unchanged).toMatchObject([{ id, version: 1 }]);
    expect(unchanged[0].usedAt > before).toBe(true);
    expect(changed).toMatchObject([
      { name: 'second.csv', named: false },
      { id, version: 1 },
    ]);
    expect(changed[0].request).not.toHaveProperty('recipe');
    expect(await versionsOf(id)).toHaveLength(1);
  });

  test('of an import becomes a named one when somebody names or shares it', async () => {
    const jobs = jobsOf(api, '/api/samples');
    const { json: job } = await jobs.upload('Code,Text\nA,x\n', 'first.csv', 'owner');
    await jobs.run(job.id, request, 'owner');
    const [made] = (await call('GET', '/api/samples/recipes')).json.data;

    const named = await call('PUT', `/api/recipes/${made.id}`, { name: 'Sheets', shared: true });

    expect(named.json).toMatchObject({ named: true, shared: true, version: 1 });
    const mapping = { Code: 'code', Text: null };
    const { json: other } = await jobs.upload('Code,Text\nA,x\n', 'other.csv', 'owner');
    await jobs.run(other.id, { ...request, mapping }, 'owner');
    expect((await call('GET', '/api/samples/recipes')).json.data).toMatchObject([
      { name: 'other.csv', named: false },
      { name: 'Sheets', request },
    ]);
  });
});

const routes = {
  list: (id: string, as: string) =>
    call('GET', '/api/samples/recipes', undefined, as).then((answer) => ({
      ...answer,
      status: answer.json?.data?.some((one: any) => one.id === id) ? 200 : 404,
    })),
  versions: (id: string, as: string) => call('GET', `/api/recipes/${id}/versions`, undefined, as),
  rename: (id: string, as: string) => call('PUT', `/api/recipes/${id}`, { name: 'x' }, as),
  share: (id: string, as: string) => call('PUT', `/api/recipes/${id}`, { shared: false }, as),
  change: (id: string, as: string) => call('PUT', `/api/recipes/${id}`, { request }, as, 1),
  watch: (id: string, as: string) => call('PUT', `/api/recipes/${id}`, { watched: true }, as),
  delete: (id: string, as: string) => call('DELETE', `/api/recipes/${id}`, undefined, as),
} as const;

/** With a recipe that its owner shares with nobody, with chemists, with clerks, or with all who may import. */
const sharings = { nobody: false, chemists: ['chemist'], clerks: ['clerk'], all: true } as const;

const sees: Record<string, readonly (keyof typeof sharings)[]> = {
  owner: ['nobody', 'chemists', 'clerks', 'all'],
  admin: ['nobody', 'chemists', 'clerks', 'all'],
  colleague: ['chemists', 'all'],
  clara: ['clerks', 'all'],
  dan: [],
};

describe.each(Object.keys(sees))('%s', (as) => {
  test.each(Object.keys(routes) as (keyof typeof routes)[])('%s', async (route) => {
    const isReading = route === 'list' || route === 'versions';
    const found: Record<string, number> = {};
    const expected: Record<string, number> = {};
    for (const [name, shared] of Object.entries(sharings)) {
      await api.database.query('truncate backoffice.recipes cascade');
      const id = await idOf();
      // Only admins share with a role that is not theirs.
      const sharing = await call('PUT', `/api/recipes/${id}`, { shared }, 'admin');
      expect(sharing.status).toBe(200);
      await api.database.query('update backoffice.recipes set version = 1');
      await api.database.query('delete from backoffice.recipe_versions');

      found[name] = (await routes[route](id, as)).status;

      const may = as === 'admin' || (as === 'owner' && route !== 'watch');
      const isSeen = sees[as]!.includes(name as keyof typeof sharings);
      const done = route === 'delete' ? 204 : 200;
      expected[name] = !isSeen ? 404 : isReading || may ? done : 403;
    }
    expect(found).toEqual(expected);
  });
});

test('a person shares only with their own role, and keeps roles that an admin has added', async () => {
  const id = await idOf();
  const foreign = await call('PUT', `/api/recipes/${id}`, { shared: ['clerk'] });
  await call('PUT', `/api/recipes/${id}`, { shared: ['clerk'] }, 'admin');

  const both = await call('PUT', `/api/recipes/${id}`, { shared: ['clerk', 'chemist'] });

  expect([foreign.status, foreign.json.problems[0].code]).toEqual([422, 'V008']);
  expect(both.json.shared).toEqual(['clerk', 'chemist']);
});

test('a recipe that somebody else shares can be used and copied, and gives no rights', async () => {
  const id = await idOf({ shared: true });
  const jobs = jobsOf(api, '/api/samples');
  const { json: job } = await jobs.upload('Code,Text\nA,x\n', 'mine.csv', 'colleague');

  const ended = await jobs.run(job.id, { ...request, recipe: id }, 'colleague');
  const copy = await add({}, 'colleague');
  const driver = await call('POST', '/api/samples/recipes', { name: 'x', request }, 'dan');

  expect(ended.state).toBe('done');
  expect(
    (await call('GET', '/api/samples/recipes', undefined, 'colleague')).json.data,
  ).toHaveLength(2);
  expect(copy.status).toBe(201);
  expect(driver.status).toBe(403);
});

test('two recipes of a collection cannot have the same folder', async () => {
  const id = await idOf();
  const other = await idOf({}, 'colleague');
  await call('PUT', `/api/recipes/${id}`, { watched: true }, 'admin');

  const second = await call('PUT', `/api/recipes/${other}`, { watched: true }, 'admin');

  expect([second.status, second.json.problems[0].path]).toEqual([409, 'name']);
});
