import { describe, expect, test } from 'vitest';
import { changeRecipe, deleteRecipe } from '../../src/store/system/jobs/recipes.ts';
import { jobsOf } from '../support/jobs.ts';
import { openRecipePeople, request, type RecipePeople } from '../support/recipe-people.ts';

let people: RecipePeople;
openRecipePeople((opened) => {
  people = opened;
});

const call: RecipePeople['call'] = (...given) => people.call(...given);
const add: RecipePeople['add'] = (...given) => people.add(...given);
const idOf: RecipePeople['idOf'] = (...given) => people.idOf(...given);

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
      owner: people.api.userId('owner'),
      request,
    });
    expect(await versionsOf(json.id)).toMatchObject([
      { version: 1, name: 'Laboratory', savedBy: people.api.userId('owner'), request },
    ]);
  });

  test('has a unique name among those of its owner and collection, in any case', async () => {
    await add();

    const again = await add({ name: ' laboratory ' });
    const ofOther = await add({}, 'colleague');
    const id = await idOf({ name: 'Other' });
    const renamed = await call('PUT', `/api/recipes/${id}`, { name: 'LABORATORY' });

    expect([again.status, again.json.problems[0]]).toMatchObject([409, { path: 'name' }]);
    expect(ofOther.status).toBe(201);
    expect([renamed.status, renamed.json.problems[0].path]).toEqual([409, 'name']);
  });

  test('gets a version with each change, and can be reset to an earlier one', async () => {
    const id = await idOf();
    const changed = { ...request, mode: 'create' };
    await call('PUT', `/api/recipes/${id}`, { request: changed }, 'owner', 1);
    await call('PUT', `/api/recipes/${id}`, { name: 'Sheets' }, 'owner', 2);
    const [, , first] = await versionsOf(id);

    const back = await call('PUT', `/api/recipes/${id}`, { request: first.request }, 'admin', 3);

    expect(back.json).toMatchObject({ version: 4, name: 'Sheets', request });
    const versions = await versionsOf(id);
    expect(versions.map(({ version, name, savedBy }) => [version, name, savedBy])).toEqual([
      [4, 'Sheets', people.api.userId('admin')],
      [3, 'Sheets', people.api.userId('owner')],
      [2, 'Laboratory', people.api.userId('owner')],
      [1, 'Laboratory', people.api.userId('owner')],
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

  test('does not overwrite a change that its writer has not seen', async () => {
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

  test('is saved by one of two people who edit the same version', async () => {
    const id = await idOf();
    const { database } = people.api;
    const reader = { userId: people.api.userId('owner'), role: '', all: false };
    const at = { id, expected: 1, by: reader };

    expect(await changeRecipe(database, at, { name: 'First' })).toMatchObject({ name: 'First' });
    // Also a version that no recipe can have.
    for (const expected of [1, 3_000_000_000]) {
      expect(await changeRecipe(database, { ...at, expected }, { name: 'Second' })).toBe('stale');
      expect(await deleteRecipe(database, id, expected)).toBe(false);
    }
    expect(await versionsOf(id)).toMatchObject([{ name: 'First' }, { name: 'Laboratory' }]);
  });

  test('is not saved with settings that imports do not have', async () => {
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
    const jobs = jobsOf(people.api, '/api/samples');
    const { json: first } = await jobs.upload('Code,Text\nA,x\n', 'first.csv', 'owner');
    await add({ job: first.id });
    const { json: second } = await jobs.upload('Text,Code\ny,B\n', 'second.csv', 'owner');

    const look = await call('POST', `/api/jobs/${second.id}/look`, {});
    const ofOther = await add({ job: first.id, name: 'Not mine' }, 'colleague');

    expect(look.json.recipe).toMatchObject({ name: 'Laboratory', request });
    expect(ofOther.status).toBe(422);
  });

  test('is used unchanged by an import, and other settings are stored separately', async () => {
    const jobs = jobsOf(people.api, '/api/samples');
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

  test('is made of the settings of an import when a user names or shares them', async () => {
    const jobs = jobsOf(people.api, '/api/samples');
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

describe('a column name that a recipe maps', () => {
  const suggestionFor = async (as: string) => {
    const jobs = jobsOf(people.api, '/api/samples');
    const { json: job } = await jobs.upload('code,TEXT\nA,x\n', 'other.csv', as);
    const { json } = await call('POST', `/api/jobs/${job.id}/look`, {}, as);
    return json.columns[1].suggestion;
  };

  test('is suggested for the same field in other files of users who can read the recipe', async () => {
    const past = { field: 'note', why: 'past' };
    const id = await idOf();

    const own = await suggestionFor('owner');
    const before = [await suggestionFor('colleague'), await suggestionFor('admin')];
    await call('PUT', `/api/recipes/${id}`, { shared: ['chemist'] });
    const after = [await suggestionFor('colleague'), await suggestionFor('clara')];

    expect(own).toEqual(past);
    expect(before).toEqual([null, null]);
    expect(after).toEqual([past, null]);
  });
});
