import { afterAll, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { jobsOf } from '../support/jobs.ts';

const usual = ['list', 'read', 'create', 'update', 'delete', 'import'];

/** A keeper may do everything with books, but only make authors; a maker may only make books. */
const descriptor = toDescriptor({
  roles: { admin: { all: true }, keeper: {}, maker: {} },
  resources: {
    books: {
      importKey: 'title',
      fields: {
        title: { type: 'text', required: true, unique: true },
        pages: { type: 'number' },
        author: { type: 'reference', to: 'authors' },
      },
      permissions: { keeper: usual, maker: ['list', 'read', 'create', 'import'] },
    },
    authors: {
      importKey: 'name',
      title: '{name}',
      fields: { name: { type: 'text', required: true, unique: true } },
      permissions: { keeper: ['list', 'read', 'create'], maker: ['list', 'read', 'create'] },
    },
    users: {
      fields: {
        email: { type: 'email', required: true, unique: true },
        name: { type: 'text', required: true },
        role: { type: 'choice', choices: ['admin', 'keeper', 'maker'] },
        status: { type: 'choice', choices: ['pending', 'confirmed', 'disabled', 'invited'] },
      },
    },
  },
});

const api = await openTestApi({ descriptor: () => descriptor });
const jobs = jobsOf(api, '/api/books');
afterAll(() => api.close());

const undo = (id: string, as: string) => jobs.call('POST', `/api/jobs/${id}/undo`, undefined, as);
const total = async (path: string): Promise<number> =>
  (await api.call('GET', path, { as: 'admin' })).json.total;

test('later changes of a person to imported records stay, and are listed', async () => {
  await api.call('POST', '/api/books', { as: 'admin', body: { title: 'Emma', pages: 1 } });
  const { json: job } = await jobs.upload('title,pages\nEmma,2\n', 'x.csv', 'keeper');
  await jobs.run(job.id, { mode: 'update' }, 'keeper');
  const [emma] = (await api.call('GET', '/api/books?title=Emma', { as: 'admin' })).json.data;
  const change = { as: 'admin', body: { pages: 3 }, headers: { 'If-Match': '*' } };
  await api.call('PATCH', `/api/books/${emma._id}`, change);

  await undo(job.id, 'keeper');
  const { summary } = await jobs.ended(job.id);

  expect(summary).toMatchObject({ updated: 0, failed: 1 });
  expect(summary.problems).toMatchObject([{ _id: emma._id, code: 'S003' }]);
  const { json } = await api.call('GET', `/api/books/${emma._id}`, { as: 'admin' });
  expect(json.pages).toBe(3);
});

test('an undo needs the rights to delete and to update', async () => {
  const { json: job } = await jobs.upload('title\nPersuasion\n', 'x.csv', 'maker');
  const more = await jobs.call('POST', `/api/jobs/${job.id}/run`, { mode: 'upsert' }, 'maker');
  expect(more.status).toBe(403);
  await jobs.run(job.id, {}, 'maker');

  const { status, json } = await undo(job.id, 'maker');

  expect([status, json.code]).toEqual([403, 'A006']);
  expect(await total('/api/books?title=Persuasion')).toBe(1);
});

test('an undo keeps records in collections where the user cannot delete', async () => {
  const { json: job } = await jobs.upload('title,author\nPamela,Richardson\n', 'x.csv', 'keeper');
  await jobs.run(job.id, { mapping: { author: { field: 'author', create: true } } }, 'keeper');

  await undo(job.id, 'keeper');
  const { summary } = await jobs.ended(job.id);

  expect(summary).toMatchObject({ deleted: 1, failed: 1 });
  expect(summary.problems).toMatchObject([{ code: 'A006' }]);
  expect(await total('/api/authors?name=Richardson')).toBe(1);
  expect(await total('/api/books?title=Pamela')).toBe(0);
});
