import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApi, type TestAnswer } from '../support/api.ts';
import { type Store } from '../../src/store/store.ts';

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

describe('records with values of their own', () => {
  it('are each written on their version, and returned as they are and were', async () => {
    const { status, json } = await bulk({
      action: 'update',
      records: [
        change('b1', { pages: 11, title: '  Trimmed ' }),
        change('b2', { pages: 2 }),
        change('b3', { shelf: { row: 9 } }, '*'),
      ],
    });

    expect(status).toBe(200);
    expect(json).toMatchObject({ total: 3, updated: 2, unchanged: 1, failed: 0, problems: [] });
    expect(json.results).toEqual([
      {
        index: 0,
        _id: 'b1',
        status: 'updated',
        _version: 2,
        before: { pages: 1, title: 'Book 1' },
        record: await book('b1', 'staff'),
      },
      { index: 1, _id: 'b2', status: 'unchanged', _version: 1, record: await book('b2', 'staff') },
      {
        index: 2,
        _id: 'b3',
        status: 'updated',
        _version: 2,
        before: { shelf: { row: 1 } },
        record: await book('b3', 'staff'),
      },
    ]);
    expect(json.results[0].record).toMatchObject({
      title: 'Trimmed',
      updatedBy: api.userId('staff'),
    });
    expect(json.results[0].record).not.toHaveProperty('secret');
  });

  it('fail separately: each problem is at its record', async () => {
    const { json } = await bulk({
      action: 'update',
      records: [
        change('b1', { pages: 'many', title: null }),
        change('b2', { isbn: '5' }),
        change('none', { pages: 1 }),
        change('b3', { pages: 30 }, 7),
        change('b4', { stock: 1 }),
        change('b5', { pages: 50 }),
      ],
    });

    expect(json).toMatchObject({ total: 6, updated: 1, failed: 5, duplicates: 1 });
    expect(json.results.map(({ status }: any) => status)).toEqual([
      ...Array.from({ length: 5 }, () => 'failed'),
      'updated',
    ]);
    const codes = json.results.map(({ problems = [] }: any) =>
      problems.map(({ code, path }: any) => `${code} ${path}`).sort(),
    );
    expect(codes).toEqual([
      ['V001 title', 'V002 pages'],
      ['11000 isbn'],
      ['S001 '],
      ['S003 '],
      ['A008 stock'],
      [],
    ]);
    expect(json.results[3].current).toEqual(await book('b3', 'staff'));
    expect(json.problems).toHaveLength(6);
    expect((await book('b5')).pages).toBe(50);
  });

  it('are new, changed and removed in one call', async () => {
    const { json } = await bulk({
      records: [
        change('b1', { pages: 11 }),
        { action: 'create', data: { title: 'New', isbn: '77' } },
        { action: 'create', _id: 'mine', data: { title: 'Mine' } },
        { action: 'delete', _id: 'b2', _version: 1 },
        { action: 'delete', _id: 'b3', _version: 3_000_000_000 },
        { action: 'create', data: { isbn: '78' } },
      ],
    });

    expect(json).toMatchObject({ updated: 1, created: 2, deleted: 1, failed: 2 });
    expect(json.results[1].record).toMatchObject({ title: 'New', _version: 1, inPrint: true });
    expect(json.results[2]._id).toBe('mine');
    expect(json.results[3].before).toMatchObject({ _id: 'b2', title: 'Book 2' });
    expect(json.results[3].before).not.toHaveProperty('secret');
    expect(json.results[4]).toMatchObject({ problems: [{ code: 'S003' }], current: { _id: 'b3' } });
    expect(json.problems[1]).toMatchObject({ row: 6, path: 'title', code: 'V001' });
  });

  it('get the history and the stamps of single writes', async () => {
    await bulk({
      action: 'update',
      records: [change('b1', { pages: 11 }), change('b2', { pages: 12 })],
    });

    const { rows } = await api.database.query(
      `select record_id, operation, by, version, before, after from backoffice.history
       where resource = 'books' order by seq`,
    );
    const common = { operation: 'update', by: api.userId('staff'), version: 2 };
    expect(rows.slice(-2)).toEqual([
      { ...common, record_id: 'b1', before: { pages: 1 }, after: { pages: 11 } },
      { ...common, record_id: 'b2', before: { pages: 2 }, after: { pages: 12 } },
    ]);
  });

  it('can be undone with the previous values, and redone', async () => {
    const untouched = [
      '_version',
      'updatedAt',
      'updatedBy',
      'createdAt',
      'createdBy',
      'secret',
      'stock',
    ];
    const state = async () =>
      Promise.all(
        ['b1', 'b2', 'b4'].map(async (id) =>
          Object.fromEntries(
            Object.entries(await book(id)).filter(([name]) => !untouched.includes(name)),
          ),
        ),
      );
    const before = await state();
    const done = await bulk({
      action: 'update',
      records: [
        change('b1', { pages: null, shelf: null, tags: ['x'] }),
        change('b2', { extra: { c: 3 }, genre: 'novel' }),
        { action: 'delete', _id: 'b4', _version: 1 },
      ],
    });

    const [first, second, third] = done.json.results;
    const writable = Object.fromEntries(
      Object.entries(third.before as object).filter(
        ([name]) => !untouched.includes(name) && name !== '_id' && name !== 'legacyId',
      ),
    );
    const undone = await bulk({
      action: 'update',
      records: [
        { _id: 'b1', _version: first._version, data: first.before },
        { _id: 'b2', _version: second._version, data: second.before },
        { action: 'create', _id: 'b4', data: writable },
      ],
    });

    expect(undone.json).toMatchObject({ updated: 2, created: 1, failed: 0 });
    expect(await state()).toEqual(before);
  });

  it('lose a null inside JSON when restored, because a merge patch cannot express it', async () => {
    const { json } = await bulk({
      action: 'update',
      records: [change('b5', { extra: { a: 2, c: 1 } })],
    });

    expect(json.results[0].before).toEqual({ extra: { a: 1, c: null } });
  });
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
