import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';
import { openTestApi, type TestAnswer } from '../support/api.ts';

const api = await openTestApi();
afterAll(() => api.close());

beforeEach(async () => {
  await api.database.query('truncate "books" cascade');
  await api.database.query(
    `insert into "books" (_id, title, pages, isbn) select 'b' || n, 'Book ' || n, n, n::text from generate_series(1, 300) n`,
  );
});

function bulk(body: unknown, as = 'staff'): Promise<TestAnswer> {
  return api.call('POST', '/api/books/bulk', { as, body });
}

/** Counted by hand: the books got into the table behind the store's back. */
async function countWhere(condition: string): Promise<number> {
  const { rows } = await api.database.query<{ count: string }>(
    `select count(*) from "books" where ${condition}`,
  );
  return Number(rows[0]?.count);
}

const nothing = {
  total: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  deleted: 0,
  failed: 0,
  duplicates: 0,
  problems: [],
};

describe('updating many', () => {
  it('by _ids: each once, with a new version and its editor', async () => {
    const { status, json } = await bulk({
      action: 'update',
      ids: ['b1', 'b2', 'b1'],
      data: { genre: 'novel' },
    });

    expect(status).toBe(200);
    expect(json).toEqual({ ...nothing, total: 2, updated: 2 });
    const { json: book } = await api.call('GET', '/api/books/b1', { as: 'staff' });
    expect(book).toMatchObject({ genre: 'novel', _version: 2, updatedBy: api.userId('staff') });
  });

  it('by a filter, over several batches, each with its line in the history', async () => {
    const { json } = await bulk({
      action: 'update',
      where: { pages_gt: 50 },
      data: { genre: 'poetry' },
    });

    expect(json).toEqual({ ...nothing, total: 250, updated: 250 });
    expect(await countWhere(`genre = 'poetry'`)).toBe(250);
    const { rows } = await api.database.query<{ count: string }>(
      `select count(*) from backoffice.history where resource = 'books' and operation = 'update'
       and after ->> 'genre' = 'poetry'`,
    );
    expect(Number(rows[0]?.count)).toBe(250);
  });

  it('by a search, alone and with a filter', async () => {
    const data = { genre: 'science' };

    const alone = await bulk({ action: 'update', q: 'book 29', data });
    const both = await bulk({ action: 'update', q: 'book 29', where: { pages_gt: 290 }, data });

    // Book 29, 129, 229 and 290 to 299; of these nine have more than 290 pages.
    expect(alone.json).toEqual({ ...nothing, total: 13, updated: 13 });
    expect(both.json).toEqual({ ...nothing, total: 9, unchanged: 9 });
  });

  it('never by a search in a hidden field', async () => {
    await api.database.query(`update "books" set secret = 'canary words' where _id = 'b5'`);

    const { json } = await bulk({ action: 'update', q: 'canary', data: { genre: 'science' } });

    expect(json).toEqual(nothing);
  });

  it('counts records without a difference as unchanged, and does not write them', async () => {
    const { json } = await bulk({ action: 'update', ids: ['b7', 'b8'], data: { pages: 7 } });

    expect(json).toEqual({ ...nothing, total: 2, updated: 1, unchanged: 1 });
    const { json: book } = await api.call('GET', '/api/books/b7', { as: 'staff' });
    expect(book._version).toBe(1);
  });

  it('reports failures and completes the rest', async () => {
    const { json } = await bulk({
      action: 'update',
      ids: ['b1', 'none', 'b2'],
      data: { isbn: '300' },
    });

    expect(json).toMatchObject({ total: 3, updated: 0, failed: 3, duplicates: 2 });
    expect(json.problems).toEqual([
      expect.objectContaining({ _id: 'none', code: 'S001' }),
      expect.objectContaining({ _id: 'b1', code: 11000, path: 'isbn' }),
      expect.objectContaining({ _id: 'b2', code: 11000, path: 'isbn' }),
    ]);
  });

  it('assigns a unique value to the first, and reports the rest as duplicates', async () => {
    const { json } = await bulk({
      action: 'update',
      ids: ['b1', 'b2', 'b3'],
      data: { isbn: '999' },
    });

    expect(json).toMatchObject({ updated: 1, failed: 2, duplicates: 2 });
  });

  it('merges into objects', async () => {
    await api.database.query(`update "books" set shelf = '{"room":"N","row":1}' where _id = 'b1'`);

    await bulk({ action: 'update', ids: ['b1', 'b2'], data: { shelf: { row: 5 } } });

    const one = await api.call('GET', '/api/books/b1', { as: 'staff' });
    const two = await api.call('GET', '/api/books/b2', { as: 'staff' });
    expect([one.json.shelf, two.json.shelf]).toEqual([
      { room: 'N', row: 5 },
      { room: null, row: 5 },
    ]);
  });

  it('keeps the changes of simultaneous writes', async () => {
    const [summary] = await Promise.all([
      bulk({ action: 'update', where: {}, data: { genre: 'science' } }),
      ...Array.from({ length: 20 }, (_, at) =>
        api.call('PATCH', `/api/books/b${at + 1}`, {
          as: 'staff',
          body: { blurb: 'mine' },
          headers: { 'If-Match': '*' },
        }),
      ),
    ]);

    expect(summary.json).toMatchObject({ total: 300, updated: 300, failed: 0 });
    expect(await countWhere(`blurb = 'mine' and genre = 'science'`)).toBe(20);
  });
});

describe('deleting many', () => {
  it('by ids and by a filter', async () => {
    expect((await bulk({ action: 'delete', ids: ['b1', 'none'] })).json).toMatchObject({
      total: 2,
      deleted: 1,
      failed: 1,
    });
    expect((await bulk({ action: 'delete', where: { pages_lte: 10 } })).json).toEqual({
      ...nothing,
      total: 9,
      deleted: 9,
    });
    expect(await countWhere('true')).toBe(290);
  });

  it('keeps records to which others refer, and reports it', async () => {
    const author = (await api.call('POST', '/api/authors', { as: 'staff', body: { name: 'Kept' } }))
      .json._id;
    const free = (await api.call('POST', '/api/authors', { as: 'staff', body: { name: 'Free' } }))
      .json._id;
    await bulk({ action: 'update', ids: ['b1'], data: { author } });

    const { json } = await api.call('POST', '/api/authors/bulk', {
      as: 'staff',
      body: { action: 'delete', ids: [author, free] },
    });

    expect(json).toMatchObject({ deleted: 1, failed: 1 });
    expect(json.problems).toEqual([expect.objectContaining({ _id: author, code: 'S004' })]);
  });
});

describe('is refused as a whole', () => {
  test.each([
    [{}, 422, 'V001', 'action'],
    [{ action: 'publish', ids: [] }, 422, 'V008', 'action'],
    [{ action: 'delete' }, 400, 'Q004', 'ids'],
    [{ action: 'delete', ids: [], where: {} }, 400, 'Q004', 'ids'],
    [{ action: 'delete', ids: [], all: true }, 400, 'Q001', 'all'],
    [{ action: 'delete', where: {} }, 422, 'V030', 'where'],
    [{ action: 'delete', where: { and: [] } }, 422, 'V030', 'where'],
    [{ action: 'delete', where: { not: { or: [] } } }, 422, 'V030', 'where'],
    [{ action: 'delete', where: { or: [{}, { and: [{}] }] } }, 422, 'V030', 'where'],
    [{ action: 'delete', q: ' ' }, 422, 'V030', 'where'],
    [{ action: 'delete', ids: 'b1' }, 422, 'V002', 'ids'],
    [{ action: 'delete', ids: ['a b'] }, 422, 'V002', 'ids.0'],
    [{ action: 'delete', ids: ['b1'], data: {} }, 400, 'Q001', 'data'],
    [{ action: 'delete', ids: ['b1'], atomic: true }, 400, 'Q001', 'atomic'],
    [{ action: 'delete', where: { nope: 1 } }, 400, 'Q002', 'where.nope'],
    [{ action: 'delete', where: { secret: 'x' } }, 400, 'Q002', 'where.secret'],
    [{ action: 'update', ids: ['b1'] }, 422, 'V001', 'data'],
    [{ action: 'update', ids: ['b1'], data: [] }, 422, 'V002', 'data'],
    [{ action: 'update', ids: ['b1'], data: { pages: 'x' } }, 422, 'V002', 'data.pages'],
    [{ action: 'update', ids: ['b1'], data: { nope: 1 } }, 422, 'V009', 'data.nope'],
    [{ action: 'update', ids: ['b1'], data: { _id: 'x' } }, 422, 'V010', 'data._id'],
    [{ action: 'update', ids: ['b1'], data: { stock: 1 } }, 422, 'A008', 'data.stock'],
    [{ action: 'update', ids: ['b1'], data: { pages: 1 }, extra: 1 }, 422, 'V009', 'extra'],
  ])('%j', async (body, status, code, path) => {
    const answer = await bulk(body);

    expect(answer.json.problems).toEqual([expect.objectContaining({ code, path })]);
    expect(answer.status).toBe(status);
    expect(await countWhere('true')).toBe(300);
  });

  it('when it names more records than the limit of a call', async () => {
    const ids = Array.from({ length: 10_001 }, (_, at) => `b${at}`);

    const { status, json } = await bulk({ action: 'delete', ids });

    expect([status, json.code, json.problems[0].path]).toEqual([422, 'V016', 'ids']);
  });
});

it('an empty bulk request does nothing', async () => {
  expect((await bulk({ action: 'delete', ids: [] })).json).toEqual(nothing);
  expect((await bulk({ action: 'delete', where: { pages_in: [] } })).json).toEqual(nothing);
});
