import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SortKey } from '../../src/descriptor/filter/filter.ts';
import { parseRecords } from '../../src/store/memory/free-memory.ts';
import { nobody, openTestStore, type TestStore } from '../support/store.ts';

const number = { type: 'text', order: 'natural', maxLength: 50 };

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore({
    pieces: {
      title: '{number}',
      fields: {
        number: { ...number, search: true },
        plain: { type: 'text', maxLength: 50 },
        box: { type: 'object', fields: { number } },
        first: { type: 'text', computed: 'first(number of loans.piece by -number)' },
        earliest: { type: 'text', computed: 'min(number of loans.piece)' },
        label: { ...number, computed: "if(number = null, null, concat('No. ', number))" },
        stored: { ...number, computed: 'coalesce(plain, number)', stored: true },
        isLate: { type: 'boolean', computed: "number > '2026.9'" },
      },
      list: { sort: 'number' },
    },
    loans: {
      fields: { number, piece: { type: 'reference', to: 'pieces' } },
    },
  });
  await add(
    'pieces',
    numbers.map((it) => ({ number: it, plain: it, box: { number: it } })),
  );
  await add(
    'loans',
    numbers.map((it, at) => ({ number: it, piece: at === 4 ? null : `pieces${at}` })),
  );
  await add(
    'loans',
    numbers.slice(0, 4).map((it) => ({ number: it, piece: 'pieces3' })),
    'more',
  );
});
afterAll(() => store.close());

const numbers = ['2026.10', '2026.9', '2025.100', '2026.10a', null];
const inOrder = ['2025.100', '2026.9', '2026.10', '2026.10a', null];

async function add(name: string, rows: object[], id = name): Promise<void> {
  const writes = rows.map((values, at) => ({ id: `${id}${at}`, values: { ...values } }));
  const outcomes = await store.store.writeMany(store.resource(name), writes, nobody);
  if (outcomes.some((outcome) => 'failure' in outcome)) throw new Error(JSON.stringify(outcomes));
}

async function listed(name: string, path: string, sort: SortKey[]): Promise<unknown[]> {
  const query = { sort, page: 1, perPage: 50, total: 'none' } as const;
  const list = parseRecords(await store.store.list(store.resource(name), query));
  return list.map((record) => (record as Record<string, unknown>)[path]);
}

describe('a text in natural order', () => {
  test.each(['number', 'label', 'stored'])('sorts by its digits as numbers: %s', async (path) => {
    expect(await listed('pieces', 'number', [{ path, descending: false }])).toEqual(inOrder);
  });

  test('sorts inside an object, and in reverse', async () => {
    const sort = [{ path: 'box.number', descending: true }];

    expect(await listed('pieces', 'plain', sort)).toEqual([
      ...inOrder.slice(0, 4).toReversed(),
      null,
    ]);
  });

  test('sorts records that refer to it, by the title and by the path', async () => {
    const own = await listed('loans', 'number', [{ path: 'piece', descending: false }]);
    const behind = await listed('loans', 'number', [{ path: 'piece.number', descending: false }]);

    expect(own.slice(0, 3)).toEqual(['2025.100', '2026.9', '2026.10']);
    expect(behind.slice(0, 3)).toEqual(['2025.100', '2026.9', '2026.10']);
  });

  test('orders what a rollup takes', async () => {
    const sort = [{ path: '_id', descending: false }];

    expect((await listed('pieces', 'first', sort))[3]).toBe('2026.10a');
    expect((await listed('pieces', 'earliest', sort))[3]).toBe('2025.100');
  });

  test('orders groups', async () => {
    const question = { path: 'number', measures: [], byId: false, page: 1, perPage: 9 };
    const page = await store.store.groups(
      store.resource('pieces'),
      { ...question, order: 'value' },
      {},
    );

    expect(page?.groups.map(({ value }) => value)).toEqual(inOrder);
  });

  test('is compared with a value in an expression', async () => {
    const sort = [{ path: 'number', descending: false }];

    expect(await listed('pieces', 'isLate', sort)).toEqual([false, false, true, true, false]);
  });
});
