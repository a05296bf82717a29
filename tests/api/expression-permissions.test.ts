import { afterAll, describe, expect, test } from 'vitest';
import { operations } from '../../src/descriptor/descriptor.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { sendImport } from '../support/exchange.ts';
import { librarySource } from '../support/library.ts';
import { momentBetween } from '../support/moment-between.ts';

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
      fields: {
        job: { type: 'reference', to: 'works' },
        plan: { type: 'reference', to: 'plans' },
        hours: { type: 'number' },
      },
      permissions: { staff: { ...limited({ hours_lt: 50 }), history: true } },
    },
    plans: {
      fields: {
        name: { type: 'text' },
        budget: { type: 'number' },
        parent: { type: 'reference', to: 'plans' },
        left: { type: 'number', computed: 'budget - coalesce(sum(hours of logs.plan), 0)' },
        rest: { type: 'number', computed: 'left + coalesce(parent.budget, 0)' },
      },
      permissions: { staff: { ...limited({ not: { rest_gt: 10 } }), history: true } },
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

/** Of the plans with a `rest` of at most 10, staff may also see the past; it needs own values and those of others. */
describe('a permission that computes with the record and with others', () => {
  test('judges deleted records by their last values', async () => {
    await add('plans', { _id: 'gone', budget: 50 });
    await add('plans', { _id: 'left', budget: 9 });
    await add('plans', { _id: 'below', budget: 9, parent: 'left' });
    for (const id of ['gone', 'below', 'left'])
      await ask('DELETE', `plans/${id}`, undefined, 'admin');

    expect(await ids('plans/trash')).toEqual(['left', 'below']);
  });

  test('judges each version by its values', async () => {
    await add('plans', { _id: 'cut', name: 'Cut', budget: 987654321 });
    await ask('PATCH', 'plans/cut', { budget: 9 }, 'admin');
    await ask('PATCH', 'plans/cut', { name: 'Renamed' }, 'admin');

    const { text, json } = await ask('GET', 'plans/cut/history');

    expect(json.data.map(({ version }: any) => version)).toEqual([3, 2]);
    expect(text).not.toContain('987654321');
  });

  test('gives the former title of a record only where its values then let it', async () => {
    for (const [plan, name, budget] of [
      ['hid', 'Canary', 50],
      ['had', 'Plain', 9],
    ]) {
      await add('plans', { _id: plan, name, budget });
      await add('logs', { _id: `of-${plan}`, plan, hours: 0 });
      for (const change of [{ budget: 8 }, { name: 'Later' }])
        await ask('PATCH', `plans/${plan}`, change, 'admin');
    }

    const [hid, had] = [
      await ask('GET', 'logs/of-hid/history'),
      await ask('GET', 'logs/of-had/history'),
    ];

    expect([hid.status, hid.text.includes('Canary'), had.text.includes('Plain')]).toEqual([
      200,
      false,
      true,
    ]);
  });

  test('limits records as of a moment by their values then and now', async () => {
    for (const [_id, budget] of Object.entries({
      kept: 9,
      raised: 9,
      lowered: 50,
      lost: 9,
      high: 50,
    }))
      await add('plans', { _id, budget });
    const then = await momentBetween(desk.database);
    await ask('PATCH', 'plans/raised', { budget: 50 }, 'admin');
    await ask('PATCH', 'plans/lowered', { budget: 9 }, 'admin');
    for (const id of ['lost', 'high']) await ask('DELETE', `plans/${id}`, undefined, 'admin');
    const now = await momentBetween(desk.database);
    const asOf = (at: string) =>
      ids(`plans?_id_in=kept,raised,lowered,lost,high&_sort=_id&_asOf=${at}`);

    expect(await asOf(then)).toEqual(['kept', 'lost']);
    expect(await asOf(now)).toEqual(['kept', 'lowered']);
    expect((await ask('GET', `plans/kept?_asOf=${then}`)).json).toMatchObject({ budget: 9 });
    expect((await ask('GET', `plans/raised?_asOf=${then}`)).status).toBe(404);
    expect((await ask('GET', `plans/export?_id=kept&_asOf=${then}`)).json).toHaveLength(1);
  });
});
