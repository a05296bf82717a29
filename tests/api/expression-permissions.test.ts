import { afterAll, describe, expect, test } from 'vitest';
import { operations } from '../../src/descriptor/descriptor.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { sendImport } from '../support/exchange.ts';
import { librarySource } from '../support/library.ts';

const limited = (filter: unknown) =>
  Object.fromEntries(
    operations.map((each) => [each, ['import', 'restore'].includes(each) ? true : filter]),
  );

/** What staff may see is an expression, of computed fields too, also over records that staff may not see. */
const descriptor = toDescriptor({
  roles: { admin: { all: true }, staff: {} },
  resources: {
    users: librarySource.resources.users,
    works: {
      fields: {
        name: { type: 'text', unique: true, required: true },
        hours: { type: 'number' },
        parent: { type: 'reference', to: 'works' },
        effort: { type: 'number', computed: 'hours * 2 + count(logs.job)' },
      },
      importKey: 'name',
      permissions: {
        staff: { ...limited({ $expression: 'hours * 2 + 1 > 11' }), history: true },
      },
    },
    tasks: {
      fields: { job: { type: 'reference', to: 'works' }, size: { type: 'number' } },
      permissions: { staff: limited({ 'job.effort_gt': 10 }) },
    },
    crews: {
      fields: { name: { type: 'text' }, head: { type: 'reference', to: 'crews' } },
      permissions: { staff: limited({ $expression: 'count(crews.head) * 2 > 1' }) },
    },
    logs: {
      fields: { job: { type: 'reference', to: 'works' }, hours: { type: 'number' } },
      permissions: { staff: limited({ hours_lt: 50 }) },
    },
    bills: {
      fields: {
        job: { type: 'reference', to: 'works' },
        amount: { type: 'number' },
        total: { type: 'number', computed: 'amount * 2' },
      },
      permissions: { staff: { ...limited({ total_gt: 10 }), history: true } },
    },
  },
});

const desk = await openTestApi({ descriptor: () => descriptor });
afterAll(() => desk.close());

async function add(resource: string, body: object): Promise<any> {
  const { status, text, json } = await desk.call('POST', `/api/${resource}`, { as: 'admin', body });
  if (status !== 201) throw new Error(text);
  return json;
}

const ask = (method: string, path: string, body?: object, as = 'staff') =>
  desk.call(method, `/api/${path}`, { as, body, headers: { 'If-Match': '*' } });
const ids = async (path: string): Promise<string[]> =>
  (await ask('GET', path)).json.data.map(({ _id }: any) => _id);

await add('works', { _id: 'small', name: 'Small', hours: 1 });
await add('works', { _id: 'large', name: 'Large', hours: 9 });
await add('logs', { job: 'large', hours: 10 });
await add('logs', { job: 'large', hours: 100 });
for (let n = 0; n < 9; n += 1) await add('logs', { job: 'small', hours: 60 });
await add('tasks', { _id: 'of-small', job: 'small' });
await add('tasks', { _id: 'of-large', job: 'large' });
await add('crews', { _id: 'top', name: 'Top' });
await add('crews', { _id: 'low', name: 'Low', head: 'top' });
await add('bills', { _id: 'b5', amount: 5 });
await add('bills', { _id: 'b6', amount: 6, job: 'large' });

describe('a permission that is an expression', () => {
  test('limits lists, totals and pages', async () => {
    expect((await ask('GET', 'works')).json).toMatchObject({ total: 1, data: [{ _id: 'large' }] });
    expect((await ask('GET', 'works/small')).status).toBe(404);
    expect(await ids('bills')).toEqual(['b6']);
    expect(await ids('crews')).toEqual(['top']);
  });

  test('looks at all records, also those that the role does not see', async () => {
    // The job and its logs are hidden from staff, and still make the task one of theirs.
    expect(await ids('tasks?_sort=_id')).toEqual(['of-large', 'of-small']);
  });

  test.each([
    ['PATCH', 'works/large', { hours: 5 }, 403],
    ['PATCH', 'works/large', { hours: 8 }, 200],
    ['PATCH', 'works/small', { hours: 8 }, 404],
    ['POST', 'works', { name: 'New', hours: 2 }, 403],
    ['POST', 'works', { name: 'Newer', hours: 6 }, 201],
    ['PATCH', 'bills/b6', { amount: 5 }, 403],
    ['POST', 'bills', { amount: 1 }, 403],
    ['DELETE', 'bills/b5', undefined, 404],
  ])('%s %s %j gives %i', async (method, path, body, status) => {
    expect((await ask(method, path, body)).status).toBe(status);
  });

  test.each([
    ['works', { name: 'Grown', hours: 1 }, { hours: 7 }],
    ['bills', { amount: 1 }, { amount: 7 }],
  ])('judges the versions of %s by their own values', async (name, first, later) => {
    const { _id } = await add(name, first);
    await ask('PATCH', `${name}/${_id}`, later, 'admin');
    await ask('PATCH', `${name}/${_id}`, { ...later, job: null, parent: null }, 'admin');

    const { json } = await ask('GET', `${name}/${_id}/history`);

    expect(json.data.map(({ version }: any) => version)).toEqual([2]);
    expect((await ask('GET', `${name}/${_id}/history/1`)).status).toBe(404);
  });

  test.each([
    ['works', { name: 'Gone 1', hours: 1 }, { name: 'Gone 9', hours: 9 }],
    ['bills', { amount: 1 }, { amount: 9 }],
  ])('judges deleted %s by their last values', async (name, hidden, seen) => {
    const gone: string[] = [];
    for (const body of [hidden, seen]) {
      const { _id } = await add(name, body);
      await ask('DELETE', `${name}/${_id}`, undefined, 'admin');
      gone.push(_id);
    }

    const trashed = await ids(`${name}/trash`);

    expect(gone.map((_id) => trashed.includes(_id))).toEqual([false, true]);
  });

  test.each(['true', 'false'])('refuses the rows of a file (dry run: %s)', async (dryRun) => {
    const file = `name,hours\nRow ${dryRun},9\nOther ${dryRun},2\n`;
    const parts = { dryRun, mode: 'upsert' };

    const { json } = await sendImport(desk, '/api/works', file, {
      as: 'staff',
      name: 'works.csv',
      parts,
    });

    expect(json).toMatchObject({ created: 1, failed: 1 });
    expect(json.problems).toMatchObject([{ row: 2, code: 'A012' }]);
  });
});

test('an expression of a query counts only the records that its user may see', async () => {
  const where = (text: string) => `works?_sort=_id&where=${encodeURIComponent(text)}`;

  expect(await ids(where('_id = "large" and sum(hours of logs.job) = 10'))).toEqual(['large']);
  expect(await ids(where('sum(hours of logs.job) * 1 > 10'))).toEqual([]);
  expect(await ids(`bills?where=${encodeURIComponent('job.hours + 1 > 1')}`)).toEqual(['b6']);
  expect(
    (await ask('GET', where('sum(hours of logs.job) = 110'), undefined, 'admin')).json,
  ).toEqual(expect.objectContaining({ total: 1 }));
});
