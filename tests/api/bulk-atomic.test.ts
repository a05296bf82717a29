import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/store/store.ts';
import { openTestApi, type TestAnswer } from '../support/api.ts';

const api = await openTestApi();
afterAll(() => api.close());

beforeEach(async () => {
  await api.database.query('truncate "books" cascade');
  await api.database.query(
    `insert into "books" (_id, title, pages, isbn, shelf, extra, secret)
     select 'b' || n, 'Book ' || n, n, n::text, '{"room":"N","row":1}', '{"a":1,"b":null}', 'canary'
     from generate_series(1, 5) n`,
  );
});

function bulk(body: unknown, as = 'staff'): Promise<TestAnswer> {
  return api.call('POST', '/api/books/bulk', { as, body });
}

async function book(id: string, as = 'admin'): Promise<any> {
  return (await api.call('GET', `/api/books/${id}`, { as })).json;
}

const change = (id: string, data: object, version: number | string = 1) => ({
  _id: id,
  _version: version,
  data,
});

describe('all or none', () => {
  it('writes nothing if one record cannot be written, and names it', async () => {
    const { json } = await bulk({
      action: 'update',
      atomic: true,
      records: [
        change('b1', { pages: 11 }),
        change('b2', { pages: 0 }),
        { action: 'create', data: { title: 'New' } },
      ],
    });

    expect(json).toMatchObject({ total: 3, updated: 0, created: 0, failed: 3 });
    expect(json.results).toEqual([
      {
        index: 0,
        _id: 'b1',
        status: 'failed',
        problems: [expect.objectContaining({ code: 'S008' })],
      },
      {
        index: 1,
        _id: 'b2',
        status: 'failed',
        problems: [expect.objectContaining({ code: 'V005', path: 'pages' })],
      },
      { index: 2, status: 'failed', problems: [expect.objectContaining({ code: 'S008' })] },
    ]);
    expect(await book('b1')).toMatchObject({ pages: 1, _version: 1 });
  });

  it('writes all records if all can be written', async () => {
    const records = [change('b1', { isbn: '100' }), { action: 'delete', _id: 'b5', _version: '*' }];

    const { json } = await bulk({ action: 'update', atomic: true, records });

    expect(json).toMatchObject({ updated: 1, deleted: 1, failed: 0 });
    expect(await book('b1')).toMatchObject({ isbn: '100' });
  });
});

it.each([
  ['twice is done', 2, 'updated'],
  ['three times is told of it', 3, 'failed'],
])('a write of any version that was overtaken %s', async (_, times, status) => {
  let left = times;
  const store: Store = {
    ...api.store,
    for: () => store,
    findMany: async (...asked) => {
      const found = await api.store.findMany(...asked);
      // Somebody else writes between the reading and the writing.
      if (left-- > 0) await api.database.query('update "books" set _version = _version + 1');
      return found;
    },
  };
  const other = await api.openReplica({ store });

  const { json } = await other.call('POST', '/api/books/bulk', {
    as: 'staff',
    body: { action: 'update', records: [change('b1', { pages: 11 }, '*')] },
  });
  await other.close();

  expect(json.results).toMatchObject([{ status }]);
  expect((await book('b1')).pages).toBe(status === 'updated' ? 11 : 1);
});

it('a write of any version does not wait for other such writes, and loses nothing', async () => {
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, at) =>
      bulk({
        action: 'update',
        records: [
          change('b1', { shelf: { row: at + 10 } }, '*'),
          change('b2', { tags: [`t${at}`] }, '*'),
        ],
      }),
    ),
  );

  const failed = answers
    .flatMap(({ json }) => json.results)
    .filter(({ status }: any) => status === 'failed');
  const written = answers.flatMap(({ json }, at) =>
    json.results[0].status === 'updated' ? [at + 10] : [],
  );
  const { shelf, _version } = await book('b1');
  expect(failed.filter(({ problems }: any) => problems[0].code !== 'S003')).toEqual([]);
  expect(shelf.room).toBe('N');
  expect(written).toContain(shelf.row);
  expect(_version).toBe(1 + written.length);
});
