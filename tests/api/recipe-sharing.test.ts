import { describe, expect, test } from 'vitest';
import { jobsOf } from '../support/jobs.ts';
import { openRecipePeople, request, type RecipePeople } from '../support/recipe-people.ts';

let people: RecipePeople;
openRecipePeople((opened) => {
  people = opened;
});

const call: RecipePeople['call'] = (...given) => people.call(...given);
const add: RecipePeople['add'] = (...given) => people.add(...given);
const idOf: RecipePeople['idOf'] = (...given) => people.idOf(...given);

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
      await people.api.database.query('truncate backoffice.recipes cascade');
      const id = await idOf();
      // Only admins share with a role that is not theirs.
      const sharing = await call('PUT', `/api/recipes/${id}`, { shared }, 'admin');
      expect(sharing.status).toBe(200);
      await people.api.database.query('update backoffice.recipes set version = 1');
      await people.api.database.query('delete from backoffice.recipe_versions');

      found[name] = (await routes[route](id, as)).status;

      const may = as === 'admin' || (as === 'owner' && route !== 'watch');
      const isSeen = sees[as]!.includes(name as keyof typeof sharings);
      const done = route === 'delete' ? 204 : 200;
      const whenSeen = isReading || may ? done : 403;
      expected[name] = isSeen ? whenSeen : 404;
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

test('a recipe shared by another user can be used and copied, and gives no rights', async () => {
  const id = await idOf({ shared: true });
  const jobs = jobsOf(people.api, '/api/samples');
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
