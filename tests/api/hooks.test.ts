import { describe, expect, test } from 'vitest';
import { problem } from '../../src/fields/problems/problem.ts';
import { boxesDescriptor, openHookedBoxes } from '../support/hooked-boxes.ts';
import { jobsOf } from '../support/jobs.ts';

const boxes = openHookedBoxes();
const { call, add, labels } = boxes;

describe('a hook', () => {
  test('adds values before a record is written, also those the user cannot write', async () => {
    boxes.decide = (records) => records.map(({ id }) => ({ id, values: { stamp: 'S' } }));

    const { status, json } = await call('POST', '', { label: 'a' }, 'packer');
    const changed = await call('PATCH', `/${json._id}`, { size: 1 }, 'packer');

    expect([status, json.stamp]).toEqual([201, 'S']);
    expect(changed.json).toMatchObject({ size: 1, stamp: 'S', _version: 2 });
  });

  test('refuses a record with problems at its fields, and leaves it unchanged', async () => {
    const { _id } = await add('a', { size: 1 });
    boxes.decide = ([{ id }]: any) => [{ id, problems: [problem('V006', 'size', { max: 5 })] }];

    const changed = await call('PATCH', `/${_id}`, { size: 9 });
    const removed = await call('DELETE', `/${_id}`);
    const created = await call('POST', '', { label: 'b' });

    for (const { status, json } of [changed, removed, created])
      expect([status, json.problems]).toMatchObject([422, [{ code: 'V006', path: 'size' }]]);
    expect((await call('GET', '')).json.data).toMatchObject([{ label: 'a', size: 1, _version: 1 }]);
  });

  test('is called once for all records of a batch, and refuses some of them', async () => {
    boxes.decide = (records) =>
      records
        .filter(({ values }) => values.label === 'b')
        .map(({ id }) => ({ id, problems: [problem('V001', 'size')] }));
    const records = ['a', 'b', 'c'].map((label) => ({ data: { label } }));

    const { json } = await call('POST', '/bulk', { action: 'create', records });

    expect(json).toMatchObject({ created: 2, failed: 1 });
    expect(await labels()).toEqual(['a', 'c']);
    expect(boxes.seen).toEqual([
      ['before', 'create', 'bulk', ['a', 'b', 'c']],
      ['after', 'create', 'bulk', ['a', 'c']],
    ]);
  });

  test('is not called for a write that changes nothing, or is based on an old version', async () => {
    const { _id } = await add('a', { size: 1 });
    boxes.seen.length = 0;

    await call('PATCH', `/${_id}`, { size: 1 });
    const headers = { 'If-Match': '"9"' };
    const stale = await boxes.api.call('PATCH', `/api/boxes/${_id}`, {
      as: 'admin',
      body: { size: 2 },
      headers,
    });

    expect(stale.status).toBe(412);
    expect(boxes.seen).toEqual([]);
  });

  test('reveals no records that the role cannot see', async () => {
    const { _id } = await add('a', { isSecret: true });
    boxes.decide = ([{ id }]: any) => [{ id, problems: [problem('V001', 'size')] }];

    const changed = await call('PATCH', `/${_id}`, { size: 9 }, 'packer');
    const removed = await call('DELETE', `/${_id}`, undefined, 'packer');

    expect([changed.status, removed.status]).toEqual([404, 404]);
  });

  test('cannot move a record out of the writer’s permissions', async () => {
    boxes.decide = ([{ id }]: any) => [{ id, values: { isSecret: true } }];

    const { status, json } = await call('POST', '', { label: 'a' }, 'packer');

    expect([status, json.code]).toEqual([403, 'A012']);
    expect(await labels()).toEqual([]);
  });

  test('writes other records in the same transaction', async () => {
    boxes.follow = {
      create: async ({ records, by, store, resourceOf }) => {
        for (const { after } of records)
          await store.create(resourceOf('entries'), { text: String(after?.['label']) }, by);
        if (records.length > 1) throw new Error('too many');
      },
    };

    await add('a');
    await call('POST', '/bulk', {
      action: 'create',
      records: [{ data: { label: 'b' } }, { data: { label: 'c' } }],
    });

    const { json } = await boxes.api.call('GET', '/api/entries', { as: 'admin' });
    expect(json.data).toMatchObject([{ text: 'a', createdBy: boxes.api.userId('admin') }]);
    expect(await labels()).toEqual(['a']);
  });
});

describe('a hook that fails', () => {
  test('rolls back if it named an undeclared resource', async () => {
    boxes.follow = { create: ({ resourceOf }) => void resourceOf('entrys') };

    const { status, json } = await call('POST', '', { label: 'a' });

    expect([status, json.code]).toEqual([500, 'S032']);
    expect(await labels()).toEqual([]);
  });

  const secret = 'the password of the other system';

  test('rolls everything back, and only the log has the reason', async () => {
    boxes.follow = { create: () => Promise.reject(new Error(secret)) };

    const { status, json, text } = await call('POST', '', { label: 'a' });

    expect([status, json.code]).toEqual([500, 'S032']);
    expect(json.problems[0].params).toEqual({ requestId: json.requestId });
    expect(text).not.toContain(secret);
    expect(await labels()).toEqual([]);
    const [line] = boxes.api.log.filter(({ level }) => level === 'error');
    expect(line).toMatchObject({ requestId: json.requestId });
    expect(line!['err']).toMatchObject({
      message: 'The hook boxes failed',
      cause: { message: secret },
    });
  });

  test.each([
    ['size', 101, 'S033'],
    ['size', 'many', 'S033'],
    ['sise', 1, 'S032'],
  ])('with %s: %j is %s, at the field', async (name, value, code) => {
    boxes.decide = ([{ id }]: any) => [{ id, values: { [name]: value } }];

    const { status, json } = await call('POST', '', { label: 'a' });

    expect([status, json.code]).toEqual([500, code]);
    expect(json.problems[0].path).toBe(code === 'S033' ? name : '');
    expect(await labels()).toEqual([]);
  });

  test('by returning another record writes nothing', async () => {
    boxes.decide = () => [{ id: 'other', values: { size: 1 } }];

    expect((await call('POST', '', { label: 'a' })).json.code).toBe('S032');
  });

  test('by calling itself endlessly is stopped', async () => {
    const entries = boxesDescriptor.resources.get('boxes')!;
    boxes.follow = {
      create: async ({ store, by, records: [first] }) =>
        void (await store.create(entries, { label: `${String(first!.after!['label'])}+` }, by)),
    };

    const { json } = await call('POST', '', { label: 'a' });

    expect(json.code).toBe('S032');
    expect(String(boxes.api.log.find(({ level }) => level === 'error')!['err'])).toContain(
      '8 levels deep',
    );
    expect(await labels()).toEqual([]);
  });

  test('ends an import, and the job gives the reason', async () => {
    boxes.follow = { create: () => Promise.reject(new Error(secret)) };
    const jobs = jobsOf(boxes.api, '/api/boxes');
    const { json: job } = await jobs.upload('label\na\nb\n');

    const ended = await jobs.run(job.id, { mode: 'upsert', key: 'label' });

    expect(ended.state).toBe('failed');
    expect(JSON.stringify(ended)).toContain('S032');
    expect(JSON.stringify(ended)).not.toContain(secret);
    expect(await labels()).toEqual([]);
  });
});
