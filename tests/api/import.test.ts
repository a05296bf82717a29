import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { sendImport, summary } from '../support/exchange.ts';

const library = await openTestApi();
afterAll(() => library.close());
beforeEach(async () => {
  await library.database.query('truncate books, authors, backoffice.history cascade');
});

const books = (file: Parameters<typeof sendImport>[2], sent?: Parameters<typeof sendImport>[3]) =>
  sendImport(library, '/api/books', file, sent);

async function all(resource: string): Promise<any[]> {
  const { json } = await library.call('GET', `/api/${resource}?_perPage=1000&_sort=_id`, {
    as: 'admin',
  });
  return json.data;
}

async function byName(resource: 'books'): Promise<Record<string, any>> {
  const records = await all(resource);
  return Object.fromEntries(records.map((record) => [record.title, record]));
}

describe('a file of new records', () => {
  test.each([
    ['a JSON array', '[{"title":"Emma"},{"title":"Dune"}]'],
    ['NDJSON', '{"title":"Emma"}\n{"title":"Dune"}\n'],
  ])('is imported as %s, with version, stamps and history', async (_form, file) => {
    const { status, json } = await books(file, { as: 'staff' });

    expect(status).toBe(200);
    expect(json).toEqual(summary({ total: 2, created: 2 }));
    const { Emma } = await byName('books');
    expect(Emma).toMatchObject({
      _version: 1,
      inPrint: true,
      tags: [],
      createdBy: library.userId('staff'),
    });
    const history = await library.database.query(
      `select operation, version from backoffice.history where record_id = $1`,
      [Emma._id],
    );
    expect(history.rows).toEqual([{ operation: 'create', version: 1 }]);
  });

  test('is imported in batches of a thousand, in order', async () => {
    const file = Array.from({ length: 2_500 }, (_, at) => ({ title: `Book ${at}`, isbn: `${at}` }));

    const { json } = await books(file);

    expect(json).toEqual(summary({ total: 2_500, created: 2_500 }));
  });

  test('keeps the _ids of the file', async () => {
    await books([{ _id: 'emma', title: 'Emma' }]);

    expect((await all('books')).map((record) => record._id)).toEqual(['emma']);
  });

  test('is imported where possible, and reports the problems of each other row', async () => {
    const { json } = await books([
      { title: 'Emma', pages: 474 },
      { title: '', pages: 'many' },
      'not a record',
      { title: 'Dune', _id: 'a b' },
      { title: 'Ulysses' },
    ]);

    expect(json).toMatchObject({ total: 5, created: 2, failed: 3, duplicates: 0 });
    expect(json.problems.map(({ row, path, code }: any) => [row, path, code])).toEqual([
      [2, 'title', 'V001'],
      [2, 'pages', 'V002'],
      [3, '', 'V002'],
      [4, '_id', 'V002'],
    ]);
    expect(json.problems[0].message).toBe('is required');
  });

  test('lists a thousand problems and counts all', async () => {
    const file = Array.from({ length: 1_500 }, () => ({ title: 'x', pages: 0 }));

    const { json } = await books(file);

    expect(json.failed).toBe(1_500);
    expect(json.problems).toHaveLength(1_000);
  });

  test.each([
    ['__proto__', '{"title":"x","extra":{"__proto__":{"a":1}}}', 'V020'],
    ['NUL', '{"title":"x\\u0000"}', 'V013'],
    ['a lone surrogate', '{"title":"x\\ud800"}', 'V013'],
    ['too deep a nesting', `{"title":"x","extra":${'['.repeat(50)}${']'.repeat(50)}}`, 'V019'],
    ['no JSON', '{"title":}', 'I001'],
  ])('refuses a row with %s', async (_what, row, code) => {
    const { json } = await books(`{"title":"before"}\n${row}`);

    expect(json).toMatchObject({ total: 2, created: 1, failed: 1, problems: [{ row: 2, code }] });
  });
});

describe('a row that matches an existing record', () => {
  beforeEach(async () => {
    await books([
      { _id: 'emma', title: 'Emma', isbn: '1', pages: 474, tags: ['a', 'b'], stock: 3 },
    ]);
  });

  test.each([
    ['create', { isbn: '1', title: 'Emma II' }, { failed: 1, duplicates: 1 }, [11000, 'isbn']],
    ['create', { isbn: '2', title: 'Dune' }, { created: 1 }, undefined],
    ['update', { isbn: '1', title: 'Emma II' }, { updated: 1 }, undefined],
    ['update', { isbn: '2', title: 'Dune' }, { failed: 1 }, ['I004', 'isbn']],
    ['upsert', { isbn: '1', title: 'Emma II' }, { updated: 1 }, undefined],
    ['upsert', { isbn: '2', title: 'Dune' }, { created: 1 }, undefined],
    ['upsert', { isbn: '1', title: ' Emma ', tags: ['a', 'b'] }, { unchanged: 1 }, undefined],
    ['upsert', { title: 'Emma' }, { failed: 1 }, ['I003', 'isbn']],
    ['upsert', { isbn: '1', title: null }, { failed: 1 }, ['V001', 'title']],
    [
      'create',
      { _id: 'emma', isbn: '2', title: 'Dune' },
      { failed: 1, duplicates: 1 },
      [11000, '_id'],
    ],
  ])('in mode %s with %j', async (mode, row, counts, problem) => {
    const { json } = await books([row], { parts: { mode } });

    expect(json).toMatchObject(summary({ total: 1, ...counts, problems: expect.anything() }));
    expect(json.problems.map(({ code, path }: any) => [code, path])).toEqual(
      problem ? [problem] : [],
    );
  });

  test('updates only the fields it has, once', async () => {
    const row = { isbn: '1', pages: 500, tags: [] };

    const first = await books([row], { parts: { mode: 'upsert' } });
    const second = await books([row], { parts: { mode: 'upsert' } });

    expect(first.json.updated).toBe(1);
    expect(second.json).toEqual(summary({ total: 1, unchanged: 1 }));
    expect(await all('books')).toMatchObject([
      { _version: 2, title: 'Emma', pages: 500, tags: [] },
    ]);
  });

  test('matches by another key', async () => {
    const parts = { mode: 'update', key: '_id' };

    const { json } = await books([{ _id: 'emma', isbn: '9' }], { parts });

    expect(json.updated).toBe(1);
    expect(await all('books')).toMatchObject([{ isbn: '9' }]);
  });

  test('does not overwrite a newer version', async () => {
    const parts = { mode: 'upsert' };
    await books([{ isbn: '1', pages: 500 }], { parts });

    const stale = await books([{ isbn: '1', _version: 1, pages: 474 }], { parts });
    const same = await books([{ isbn: '1', _version: 1, pages: 500 }], { parts });
    const based = await books([{ isbn: '1', _version: 2, pages: 474 }], { parts });

    expect(stale.json.problems).toMatchObject([{ row: 1, path: '_version', code: 'S003' }]);
    expect(same.json.unchanged).toBe(1);
    expect(based.json.updated).toBe(1);
  });

  test('can repeat unchanged read-only values', async () => {
    const parts = { mode: 'upsert' };

    const same = await books([{ isbn: '1', stock: 3, pages: 1 }], { as: 'staff', parts });
    const other = await books([{ isbn: '1', stock: 4 }], { as: 'staff', parts });

    expect(same.json.updated).toBe(1);
    expect(other.json.problems).toMatchObject([{ path: 'stock', code: 'A008' }]);
  });
});

describe('rows that affect each other', () => {
  test('are imported in order: a key twice', async () => {
    const file = [
      { isbn: '1', title: 'Emma' },
      { isbn: '1', title: 'Emma II' },
      { isbn: '1', title: 'Emma II' },
    ];

    const { json } = await books(file, { parts: { mode: 'upsert' } });

    const { warned, ...counts } = json;
    expect({ ...counts, warned: [] }).toEqual(
      summary({ total: 3, created: 1, updated: 1, unchanged: 1, warnings: 2 }),
    );
    expect(warned.map(({ row, code }: any) => [row, code])).toEqual([
      [2, 'I061'],
      [3, 'I061'],
    ]);
  });

  test('can repeat a unique value only if the earlier row failed', async () => {
    const { json } = await books([
      { isbn: '1', title: 'Emma' },
      { isbn: '1', title: 'Dune' },
      { isbn: '2', title: '' },
      { isbn: '2', title: 'Ulysses' },
    ]);

    expect(json).toMatchObject({ created: 2, failed: 2, duplicates: 1 });
    expect(json.problems).toMatchObject([
      { row: 3, code: 'V001' },
      { row: 2, code: 11000, path: 'isbn' },
    ]);
  });

  test('can pass on a unique value', async () => {
    await books([
      { _id: 'emma', title: 'Emma', isbn: '1' },
      { _id: 'dune', title: 'Dune', isbn: '2' },
    ]);
    const parts = { mode: 'update', key: '_id' };

    const handed = await books(
      [
        { _id: 'emma', isbn: '3' },
        { _id: 'dune', isbn: '1' },
      ],
      { parts },
    );
    const taken = await books(
      [
        { _id: 'dune', isbn: '3' },
        { _id: 'emma', isbn: '4' },
      ],
      { parts },
    );

    expect(handed.json.updated).toBe(2);
    expect(taken.json).toMatchObject({
      updated: 1,
      failed: 1,
      duplicates: 1,
      problems: [{ row: 1 }],
    });
  });
});
