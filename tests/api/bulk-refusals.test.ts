import { afterAll, describe, expect, it, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi, type TestAnswer } from '../support/api.ts';
import { librarySource } from '../support/library.ts';

const api = await openTestApi();
afterAll(() => api.close());

function bulk(body: unknown, as = 'staff'): Promise<TestAnswer> {
  return api.call('POST', '/api/books/bulk', { as, body });
}

const change = (id: string, data: object, version: number | string = 1) => ({
  _id: id,
  _version: version,
  data,
});

describe('a bulk request is refused as a whole', () => {
  const many = Array.from({ length: 1001 }, (_, at) => change(`b${at}`, {}));
  test.each<[object, number, unknown, string]>([
    [{ action: 'publish', records: [] }, 422, 'V008', 'action'],
    [{ ids: ['b1'] }, 422, 'V001', 'action'],
    [{ records: [{ _version: 1, data: {} }] }, 422, 'V001', 'records.0._id'],
    [{ action: 'update', records: {} }, 422, 'V002', 'records'],
    [{ action: 'update', records: many }, 422, 'V016', 'records'],
    [{ action: 'update', records: [], ids: [] }, 400, 'Q001', 'ids'],
    [{ action: 'update', records: [], data: {} }, 400, 'Q001', 'data'],
    [{ action: 'update', records: [{ _id: 'b1', data: {} }] }, 422, 'V001', 'records.0._version'],
    [{ action: 'update', records: [{ _version: 1, data: {} }] }, 422, 'V001', 'records.0._id'],
    [{ action: 'update', records: [{ _id: 'b1', _version: 1 }] }, 422, 'V001', 'records.0.data'],
    [
      { action: 'update', records: [{ _id: 'b1', _version: 1, data: 5 }] },
      422,
      'V002',
      'records.0.data',
    ],
    [
      { action: 'update', records: [{ _id: 'b 1', _version: 1, data: {} }] },
      422,
      'V002',
      'records.0._id',
    ],
    [
      { action: 'update', records: [change('b1', {}), change('b1', {})] },
      422,
      'V015',
      'records.1._id',
    ],
    [{ action: 'create', records: [{ _version: 1, data: {} }] }, 422, 'V010', 'records.0._version'],
    [{ action: 'delete', records: [change('b1', {})] }, 422, 'V010', 'records.0.data'],
    [{ action: 'update', records: [change('b1', {}, 'x')] }, 422, 'V002', 'records.0._version'],
    [
      { action: 'update', records: [{ ...change('b1', {}), more: 1 }] },
      422,
      'V009',
      'records.0.more',
    ],
  ])('%j', async (body, status, code, path) => {
    const answer = await bulk(body);

    expect(answer.json.problems).toEqual([expect.objectContaining({ code, path })]);
    expect(answer.status).toBe(status);
  });

  it('when an _id cannot be one', async () => {
    const of = async (action: string, more: object) => {
      const records = [{ _id: 'b 1', ...more }];
      const [first] = (await bulk({ action, records })).json.problems;
      return [first.code, first.path, first.params.expected];
    };

    expect(await of('create', { data: {} })).toEqual(['V002', 'records.0._id', 'newId']);
    expect(await of('delete', { _version: 1 })).toEqual(['V002', 'records.0._id', 'recordId']);
  });

  it('when it selects by a filter, and the role cannot list', async () => {
    const source = structuredClone(librarySource);
    Object.assign(source.resources.books.permissions, { staff: ['read', 'update'] });
    const descriptor = toDescriptor(source);
    const other = await api.openReplica({ descriptor: () => descriptor });
    const send = (more: object) =>
      other.call('POST', '/api/books/bulk', {
        as: 'staff',
        body: { action: 'update', data: { pages: 1 }, ...more },
      });

    const answers = [await send({ where: { pages: 2 } }), await send({ ids: ['none'] })];
    await other.close();

    expect(answers.map(({ status }) => status)).toEqual([403, 200]);
    expect(answers[0]!.json.problems).toMatchObject([{ code: 'A006', path: 'where' }]);
  });

  it('when its body breaks off, also with an Idempotency-Key', async () => {
    const call = { as: 'staff', headers: { 'Idempotency-Key': 'k' } };
    const send = (body: unknown) => api.call('POST', '/api/books/bulk', { ...call, body });

    const broken = await send('{"action":');
    const refused = await send({ action: 'publish', records: [] });
    const done = await send({ action: 'update', records: [] });

    expect([broken, refused, done].map(({ status }) => status)).toEqual([400, 422, 200]);
  });

  it('when the role lacks one of the rights it needs', async () => {
    const { status, json } = await bulk(
      { action: 'create', records: [{ data: { title: 'x' } }] },
      'viewer',
    );

    expect([status, json.code]).toEqual([403, 'A006']);
  });

  it('when other bulk work uses all of its connections for too long', async () => {
    const { most } = api.database.use().primary.shares.find(({ share }) => share === 'bulk')!;
    const held = await Promise.all(
      Array.from({ length: most }, () => api.database.for('bulk').begin({ idleTimeout: 60_000 })),
    );

    const answer = await bulk({ action: 'update', records: [] });
    await Promise.all(held.map(({ end }) => end('rollback')));

    expect([answer.status, answer.json.code]).toEqual([503, 'S005']);
  });
});

test('an empty bulk request succeeds', async () => {
  expect((await bulk({ action: 'update', records: [] })).json).toMatchObject({
    total: 0,
    results: [],
  });
});

test('a single failure is reported by index, and by _id if it has one', async () => {
  const made = await api.call('POST', '/api/books', { as: 'staff', body: { title: 'There' } });
  const author = 'nobody';

  const created = await bulk({
    action: 'create',
    records: [{ data: { title: 'A', author } }, { data: { title: 'B' } }],
  });
  const updated = await bulk({ action: 'update', records: [change(made.json._id, { author })] });

  const problems = [expect.objectContaining({ path: 'author' })];
  expect(created.json).toMatchObject({ total: 2, created: 1, failed: 1 });
  expect(created.json.results[0]).toEqual({ index: 0, status: 'failed', problems });
  const { _id } = made.json;
  expect(updated.json.results).toEqual([{ index: 0, _id, status: 'failed', problems }]);
});
