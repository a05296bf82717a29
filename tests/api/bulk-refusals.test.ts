import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { openTestApi, type TestAnswer, type TestApi } from '../support/api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

function bulk(body: unknown, as = 'staff'): Promise<TestAnswer> {
  return api.call('POST', '/api/books/bulk', { as, body });
}

const change = (id: string, data: object, version: number | string = 1) => ({
  _id: id,
  _version: version,
  data,
});

describe('is refused as a whole', () => {
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

  it('when the role may not do one of the things it asks', async () => {
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

test('a call of none is answered', async () => {
  expect((await bulk({ action: 'update', records: [] })).json).toMatchObject({
    total: 0,
    results: [],
  });
});
