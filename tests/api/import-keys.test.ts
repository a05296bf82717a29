import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { summary } from '../support/exchange.ts';
import { openShelves } from '../support/shelves.ts';

const shelves = await openShelves();
afterAll(() => shelves.library.close());
beforeEach(() => shelves.clear());

const upsert = (key: string, more = {}) => ({ parts: { mode: 'upsert', key, ...more } });

describe('rows matched by several fields together', () => {
  const csv = 'title,author,pages\nEmma,ja,474\nEmma,fh,1\n';

  test('update the one record that has all of them', async () => {
    const first = await shelves.books(csv, upsert('title,author'));
    const again = await shelves.books(csv, upsert('title,author'));
    const other = await shelves.books(csv.replace('474', '475'), upsert('title,author'));

    expect(first.json).toEqual(summary({ total: 2, created: 2 }));
    expect(again.json).toEqual(summary({ total: 2, unchanged: 2 }));
    expect(other.json).toEqual(summary({ total: 2, updated: 1, unchanged: 1 }));
  });

  test('can be repeated in a file and apply in order, also in a dry run', async () => {
    const twice = 'title,pages,price\nEmma,1,1\nEmma,1,2\nEmma,1,2\n';

    const dry = await shelves.books(twice, upsert('title,pages', { dryRun: 'true' }));
    const real = await shelves.books(twice, upsert('title,pages'));

    expect({ ...real.json, warned: [] }).toEqual(
      summary({ total: 3, created: 1, updated: 1, unchanged: 1, warnings: 2 }),
    );
    expect(dry.json).toEqual(real.json);
  });

  test('can state the version after the previous row, also in a dry run', async () => {
    await shelves.books([{ title: 'Emma', isbn: '1' }], upsert('isbn'));
    const rows = [
      { isbn: '1', pages: 500 },
      { isbn: '1', _version: 2, pages: 474 },
    ];

    const dry = await shelves.books(rows, upsert('isbn', { dryRun: 'true' }));
    const real = await shelves.books(rows, upsert('isbn'));

    for (const { json } of [dry, real]) expect(json).toMatchObject({ updated: 2, problems: [] });
  });

  test.each([
    ['are refused where several records have them', 'Emma,3', 'upsert', 'I030', 'title'],
    ['are refused where one is empty', 'Emma,', 'upsert', 'I003', 'title'],
    ['are refused where no record has them', 'Emma,4', 'update', 'I004', 'title'],
    ['are refused where none may have them', 'Emma,3', 'create', 11000, 'title'],
  ])('%s', async (_what, row, mode, code, path) => {
    await shelves.books('title,pages\nEmma,3\nEmma,3\n', { parts: { key: '_id' } });

    const { json } = await shelves.books(`title,pages\n${row}\n`, {
      parts: { mode, key: 'title,pages' },
    });

    expect(json).toMatchObject({ failed: 1 });
    expect(json.problems[0]).toMatchObject({ row: 1, path, code });
  });

  test.each(['Emma,ja,', 'Emma,,474', 'Emma,,'])(
    'are refused in each run if one of a reference and a value is empty: %s',
    async (row) => {
      const file = `title,author,pages\n${row}\n`;
      for (const _ of [1, 2])
        expect((await shelves.books(file, upsert('author,pages'))).json).toMatchObject({
          created: 0,
          problems: [{ row: 1, code: 'I003' }],
        });
    },
  );

  test.each(['title', 'title,tags', 'title,title', 'title,none', 'author', 'title,shelf'])(
    'cannot be matched by %s',
    async (key) => {
      const { status, json } = await shelves.books(csv, upsert(key));

      expect([status, json.problems[0].code, json.problems[0].path]).toEqual([400, 'I005', 'key']);
    },
  );
});
