import { afterAll, beforeEach, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { jobsOf } from '../support/jobs.ts';
import { librarySource } from '../support/library.ts';

const descriptor = toDescriptor({
  roles: librarySource.roles,
  resources: {
    users: librarySource.resources.users,
    entries: {
      importKey: 'number',
      title: '{number}',
      fields: {
        number: { type: 'text', required: true, unique: true },
        list: { type: 'text' },
        pages: { type: 'number', max: 9 },
        status: { type: 'choice', choices: ['valid', 'withdrawn'] },
      },
    },
  },
});

const lab = await openTestApi({ descriptor: () => descriptor });
const jobs = jobsOf(lab, '/api/entries');
afterAll(() => lab.close());
beforeEach(() =>
  lab.database.query('truncate entries, backoffice.recipes, backoffice.jobs cascade'),
);

const missing = { where: { list: 'I' }, set: { status: 'withdrawn' } };
const settings = { mode: 'upsert', missing };
const file = 'number,list,pages\na,I,1\nnew,I,2\n';

async function upload(text = file): Promise<string> {
  return (await jobs.upload(text, 'entries.csv')).json.id;
}

test('the condition for missing records is kept for the next complete file after an import of failed rows', async () => {
  await jobs.run(await upload(), settings);

  await jobs.run(await upload('_problems,number,list,pages\npages,b,I,12\n'), { mode: 'upsert' });

  const { json } = await jobs.call('POST', `/api/jobs/${await upload(file)}/look`, {});
  expect(json.recipe.request.missing).toEqual(missing);
});

test('the condition for missing records stays after a retry of the failed rows', async () => {
  const id = await upload('number,list,pages\na,I,1\nb,I,12\n');
  await jobs.run(id, settings);
  const { json: retry } = await jobs.call('POST', `/api/jobs/${id}/again`, {
    cells: { 2: { pages: '3' } },
  });
  await jobs.ended(retry.id);

  await jobs.run(retry.id, { mode: 'upsert' });

  const { json } = await jobs.call('POST', `/api/jobs/${await upload()}/look`, {});
  expect(json.recipe.request.missing).toEqual(missing);
});

test('an import of failed rows does not use a condition from the recipe of another collection', async () => {
  await jobs.run(await upload(), settings);
  const [made] = (await jobs.call('GET', '/api/entries/recipes')).json.data;
  await jobs.call('PUT', `/api/recipes/${made.id}`, { name: 'Lists' });
  await lab.database.query("update backoffice.recipes set resource = 'users'");

  await jobs.run(await upload('_problems,number,list,pages\npages,b,I,12\n'), {
    mode: 'upsert',
    recipe: made.id,
  });

  const { json } = await jobs.call('GET', '/api/entries/recipes');
  expect(json.data.map(({ request }: any) => request.missing)).toEqual([undefined]);
});

test('an import of failed rows counts as a use of its named recipe', async () => {
  await jobs.run(await upload(), settings);
  const [made] = (await jobs.call('GET', '/api/entries/recipes')).json.data;
  await jobs.call('PUT', `/api/recipes/${made.id}`, { name: 'Lists' });

  await jobs.run(await upload('_problems,number,list,pages\npages,b,I,12\n'), {
    mode: 'upsert',
    recipe: made.id,
  });

  const { json } = await jobs.call('GET', '/api/entries/recipes');
  const stored = json.data.map(({ name, request }: any) => [name, request.missing]);
  expect(stored).toEqual([['Lists', missing]]);
});

test.each([
  [{ status: null }, { code: 'V002', path: 'request.missing.set.status' }],
  [{ colour: 'red' }, { code: 'I005', path: 'request.missing.set.colour' }],
  [{}, { code: 'V001', path: 'request.missing.set' }],
])('a recipe that would set %j in missing records is not saved', async (set, expected) => {
  const request = { mode: 'upsert', missing: { where: {}, set } };
  const sent = { name: 'Lists', request };
  const { json: whole } = await jobs.call('POST', '/api/entries/recipes', {
    ...sent,
    request: settings,
  });

  const added = await jobs.call('POST', '/api/entries/recipes', { ...sent, name: 'Other' });
  const changed = await lab.call('PUT', `/api/recipes/${whole.id}`, {
    as: 'admin',
    body: { request },
    headers: { 'If-Match': `"${whole.version}"` },
  });

  for (const { status, json } of [added, changed])
    expect({ status, problems: json.problems }).toMatchObject({
      status: 422,
      problems: [expected],
    });
});

test('a recipe with an unusable condition or value for missing records is refused', async () => {
  const request = { mode: 'upsert', missing: { where: { nothing: 1 }, set: { status: 'no' } } };
  const of = { name: 'Lists', request };

  const made = await jobs.call('POST', '/api/entries/recipes', of);
  const { json: kept } = await jobs.call('POST', '/api/entries/recipes', {
    ...of,
    request: settings,
  });
  const changed = await lab.call('PUT', `/api/recipes/${kept.id}`, {
    as: 'admin',
    headers: { 'If-Match': `"${kept.version}"` },
    body: { request },
  });

  for (const { status, json } of [made, changed]) {
    expect(status).toBe(422);
    expect(json.problems).toMatchObject([
      { path: expect.stringMatching(/^request\.missing\.where/) },
      { path: 'request.missing.set.status' },
    ]);
  }
});
