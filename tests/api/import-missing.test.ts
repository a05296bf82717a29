import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { sendImport } from '../support/exchange.ts';
import { jobsOf } from '../support/jobs.ts';
import { librarySource } from '../support/library.ts';

// An annex in a new version: what it lacks is withdrawn, and records of other lists stay.

const descriptor = toDescriptor({
  ...librarySource,
  roles: { admin: { all: true }, staff: {}, viewer: {} },
  resources: {
    users: librarySource.resources.users,
    entries: {
      importKey: 'number',
      fields: {
        number: { type: 'text', unique: true, required: true },
        list: { type: 'text' },
        pages: { type: 'number', max: 9 },
        within: { type: 'reference', to: 'entries' },
        status: { type: 'choice', choices: ['valid', 'withdrawn'], write: ['admin'] },
      },
      permissions: {
        staff: ['list', 'read', 'update', 'import'],
        viewer: ['read', 'update', 'import'],
      },
    },
  },
});

const lab = await openTestApi({ descriptor: () => descriptor });
const jobs = jobsOf(lab, '/api/entries');
afterAll(() => lab.close());
beforeEach(async () => {
  await lab.database.query('truncate entries, backoffice.jobs cascade');
  const rows = ['a', 'b', 'c'].map((number) => ({
    _id: number,
    number,
    list: 'I',
    status: 'valid',
  }));
  await sendImport(lab, '/api/entries', [
    ...rows,
    { _id: 'other', number: 'other', list: 'II', status: 'valid' },
  ]);
});

const missing = { where: { list: 'I' }, set: { status: 'withdrawn' } };
const settings = { mode: 'upsert', missing };
const file = 'number,list,pages\na,I,1\nnew,I,2\n';

async function states(): Promise<Record<string, string>> {
  const { json } = await lab.call('GET', '/api/entries?_perPage=100', { as: 'admin' });
  return Object.fromEntries(json.data.map((one: any) => [one.number, one.status]));
}

async function upload(text = file): Promise<string> {
  const { json } = await jobs.upload(text, 'entries.csv');
  return json.id;
}

const before = { a: 'valid', b: 'valid', c: 'valid', other: 'valid' };

describe('an import with values for missing records', () => {
  test('lists the records in its dry run, and changes nothing', async () => {
    const id = await upload();

    const { summary } = await jobs.run(id, { ...settings, dryRun: true });

    expect(summary).toMatchObject({
      created: 1,
      updated: 1,
      missing: { total: 2, changed: 2, failed: 0, isWithheld: false, ids: ['b', 'c'] },
    });
    expect(await jobs.rows(id, 'missing')).toMatchObject([
      { id: 'b', changes: [{ field: 'status', old: 'valid', new: 'withdrawn' }] },
      { id: 'c' },
    ]);
    expect(await states()).toEqual(before);
  });

  test('sets them only in records that match the filter, and its undo restores them', async () => {
    const id = await upload();

    await jobs.run(id, settings);

    expect(await states()).toMatchObject({
      a: 'valid',
      b: 'withdrawn',
      c: 'withdrawn',
      other: 'valid',
    });
    await jobs.call('POST', `/api/jobs/${id}/undo`);
    await jobs.ended(id);
    expect(await states()).toEqual(before);
  });

  test('changes none of them while a row fails, because the row could name one', async () => {
    const { summary } = await jobs.run(
      await upload('number,list,pages\na,I,1\nb,I,12\n'),
      settings,
    );

    expect(summary).toMatchObject({
      failed: 1,
      missing: { total: 2, changed: 0, isWithheld: true },
    });
    expect(await states()).toEqual(before);
  });

  test('treats no records as missing when only failed rows are imported again', async () => {
    const id = await upload('number,list,pages\na,I,1\nb,I,12\n');
    await jobs.run(id, settings);

    const { json } = await jobs.call('POST', `/api/jobs/${id}/again`, {});
    const { summary } = await jobs.ended(json.id);

    expect([summary.failed, summary.missing]).toEqual([1, undefined]);
  });

  test('finds them again after it was resumed', async () => {
    const id = await upload();
    await jobs.run(id, settings);
    await lab.database.query(`update backoffice.jobs set state = 'interrupted' where id = $1`, [
      id,
    ]);

    await jobs.call('POST', `/api/jobs/${id}/resume`);

    expect((await jobs.ended(id)).summary.missing).toMatchObject({ total: 2, failed: 0 });
    expect(await states()).toMatchObject({ a: 'valid', new: null });
  });

  test('counts and lists all of them after an interruption between them', async () => {
    const id = await upload();
    const request = { ...settings, missing: { ...missing, where: { list: 'I', status: 'valid' } } };
    await jobs.run(id, request);
    const done = (await jobs.call('GET', `/api/jobs/${id}`)).json.summary;
    await lab.database.query(`update entries set status = 'valid' where number = 'c'`);
    await lab.database.query(
      `update backoffice.jobs set state = 'interrupted', summary = $2 where id = $1`,
      [id, JSON.stringify({ ...done, missing: { ...done.missing, changed: 1 } })],
    );

    await jobs.call('POST', `/api/jobs/${id}/resume`);

    const { summary } = await jobs.ended(id);
    expect(summary.missing).toEqual(done.missing);
    expect(await jobs.rows(id, 'missing')).toMatchObject([{ id: 'b' }, { id: 'c' }]);
  });

  test('stores its counts together with the changed records', async () => {
    const id = await upload();
    await lab.database.query(`
      create function stop_job() returns trigger language plpgsql as $$ begin
        if old.state = 'running' and new.state = 'done' then raise exception 'gone'; end if;
        return new;
      end $$;
      create trigger stop_job before update on backoffice.jobs for each row execute function stop_job()`);

    const { summary } = await jobs.run(id, settings);

    await lab.database.query('drop function stop_job cascade');
    expect(await states()).toMatchObject({ b: 'withdrawn', c: 'withdrawn' });
    expect(summary.missing).toMatchObject({ total: 2, changed: 2, failed: 0 });
  });

  test('imports no row in all-or-nothing mode if a missing record refuses its value', async () => {
    const strict = { where: { list: 'I' }, set: { within: 'nobody' } };
    const id = await upload();

    const { state, summary } = await jobs.run(id, { ...settings, missing: strict, atomic: true });

    expect({ state, ...summary }).toMatchObject({
      state: 'done',
      created: 0,
      updated: 0,
      missing: { total: 2, changed: 0, failed: 2 },
    });
    expect(await states()).toEqual(before);
  });

  test('imports and sets all in all-or-nothing mode if none fails', async () => {
    const { summary } = await jobs.run(await upload(), { ...settings, atomic: true });

    expect(summary).toMatchObject({ created: 1, updated: 1, missing: { changed: 2, failed: 0 } });
    expect(await states()).toEqual({
      ...before,
      new: null,
      b: 'withdrawn',
      c: 'withdrawn',
    });
  });

  test('does not change records that it has created for its rows', async () => {
    const id = await upload('number,list,within\na,I,head\nb,I,\nc,I,\n');
    const mapping = { within: { field: 'within', create: true, given: { list: 'I' } } };

    const { summary } = await jobs.run(id, { ...settings, mapping });
    await lab.database.query(`update backoffice.jobs set state = 'interrupted' where id = $1`, [
      id,
    ]);
    await jobs.call('POST', `/api/jobs/${id}/resume`);
    const resumed = await jobs.ended(id);

    const none = { total: 0, failed: 0 };
    expect(summary).toMatchObject({ referencesCreated: { entries: 1 }, missing: none });
    expect(resumed.summary.missing).toMatchObject(none);
  });

  test('is stored with the settings for the next file', async () => {
    await jobs.run(await upload(), settings);

    const { json } = await jobs.call('GET', '/api/entries/recipes');

    expect(json.data[0].request.missing).toEqual(missing);
  });

  test('is offered for the next file with these columns, but not for a file of failed rows', async () => {
    await jobs.run(await upload(), settings);
    const offered = async (text: string) =>
      (await jobs.call('POST', `/api/jobs/${await upload(text)}/look`, {})).json.recipe.request;

    expect(await offered(file)).toMatchObject(settings);
    const failed = await offered('_problems,number,list,pages\npages,b,I,12\n');
    expect(failed).toMatchObject({ mode: 'upsert' });
    expect(failed.missing).toBeUndefined();
  });
});

test('an upload does not change records that it has created for its rows', async () => {
  const { json } = await sendImport(lab, '/api/entries', 'number,within\na,head\n', {
    name: 'entries.csv',
    parts: {
      mode: 'upsert',
      mapping: JSON.stringify({ within: { field: 'within', create: true } }),
      missing: JSON.stringify({ where: {} }),
    },
  });

  expect(json.missing.ids).toEqual(['b', 'c', 'other']);
});

test('an upload lists the missing records without setting values', async () => {
  const { json } = await sendImport(lab, '/api/entries', file, {
    name: 'entries.csv',
    parts: { mode: 'upsert', missing: JSON.stringify({ where: {} }) },
  });

  expect(json.missing).toEqual({
    total: 3,
    changed: 0,
    failed: 0,
    isWithheld: false,
    ids: ['b', 'c', 'other'],
  });
  expect(await states()).toMatchObject(before);
});

test('a role sets no field of missing records that it cannot write', async () => {
  const { json } = await sendImport(lab, '/api/entries', 'number\na\n', {
    as: 'staff',
    name: 'entries.csv',
    parts: { mode: 'update', missing: JSON.stringify(missing) },
  });

  expect(json.missing).toMatchObject({ total: 2, changed: 0, failed: 2 });
  expect(await states()).toEqual(before);
});

test.each([
  ['without a filter', 'admin', { set: { status: 'withdrawn' } }, 'update', 400, 'missing.where'],
  ['with a field that is none', 'admin', { where: { nothing: 1 } }, 'update', 400, 'where'],
  [
    'with a value for a field that is none',
    'admin',
    { where: {}, set: { x: '1' } },
    'update',
    400,
    'missing.set.x',
  ],
  ['of an import that only creates', 'admin', missing, 'create', 400, 'mode'],
  ['by a role that may not list', 'viewer', missing, 'update', 403, 'missing'],
])('missing records %s are refused', async (_what, as, part, mode, status, path) => {
  const answer = await sendImport(lab, '/api/entries', 'number\na\n', {
    as,
    name: 'entries.csv',
    parts: { mode, missing: JSON.stringify(part) },
  });

  expect(answer.status).toBe(status);
  expect(answer.json.problems[0].path).toContain(path);
});
