import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Filter, ListQuery, SortKey } from '../../src/descriptor/filter/filter.ts';
import { parseRecords } from '../../src/store/memory/free-memory.ts';
import { openSortable } from '../support/sortable.ts';
import type { TestStore } from '../support/store.ts';

let store: TestStore;

beforeAll(async () => {
  store = await openSortable();
});
afterAll(() => store.close());

const paths = [
  'code',
  'label',
  'number',
  'story',
  'count',
  'weight',
  'done',
  'day',
  'at',
  'level',
  'owner',
  'box.name',
  'box.size',
  '_id',
  '_version',
  'createdAt',
  'createdBy',
];

const sorts: fc.Arbitrary<SortKey[]> = fc
  .uniqueArray(fc.constantFrom(...paths), { maxLength: 4 })
  .chain((chosen) =>
    fc.tuple(
      ...chosen.map((path) =>
        fc.record({ path: fc.constant(path), descending: fc.boolean(), byId: fc.boolean() }),
      ),
    ),
  );

const filters: fc.Arbitrary<Filter | undefined> = fc.constantFrom(
  undefined,
  { path: 'count', operator: 'gte', operands: [0] },
  { path: 'label', operator: 'null', operands: [] },
  { path: 'label', operator: 'contains', operands: ['z'] },
);

describe('a list', () => {
  test('shows every record exactly once, by pages and by cursor, in any order', async () => {
    await fc.assert(
      fc.asyncProperty(
        sorts,
        filters,
        fc.integer({ min: 1, max: 50 }),
        async (sort, filter, perPage) => {
          const query = {
            sort,
            perPage,
            page: 1,
            total: 'exact' as const,
            ...(filter && { filter }),
          };
          const whole = await ids({ ...query, perPage: 1000 });

          expect(await walk(query)).toEqual(whole.ids);
          expect(await turn(query, whole.ids.length)).toEqual(whole.ids);
          expect(new Set(whole.ids).size).toBe(whole.total);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('streams in the same order', async () => {
    await fc.assert(
      fc.asyncProperty(sorts, filters, async (sort, filter) => {
        const query = {
          sort,
          perPage: 1000,
          page: 1,
          total: 'none' as const,
          ...(filter && { filter }),
        };
        const streamed: string[] = [];
        for await (const batch of store.store.stream(store.resource('things'), query))
          streamed.push(...batch.map((json) => JSON.parse(json)._id));

        expect(streamed).toEqual((await ids(query)).ids);
      }),
      { numRuns: 20 },
    );
  });

  test.each(['label', 'count', 'at', 'owner', 'box.size'])(
    'has the empty %s last in both directions',
    async (path) => {
      const rising = (await rows({ sort: [{ path, descending: false }] })).map((row) =>
        at(row, path),
      );
      const falling = (await rows({ sort: [{ path, descending: true }] })).map((row) =>
        at(row, path),
      );
      const empty = rising.filter((value) => value === null).length;

      expect(empty).toBeGreaterThan(0);
      expect(rising.slice(-empty).every((value) => value === null)).toBe(true);
      expect(falling.slice(-empty).every((value) => value === null)).toBe(true);
    },
  );

  test('sorts texts as people do', async () => {
    const listed = (await rows({ sort: [{ path: 'label', descending: false }] })).map(
      (row) => row['label'],
    );

    expect([...new Set(listed)]).toEqual(['apfel', 'Äpfel', "o'neil", 'zebra', 'Zoo', null]);
  });

  test('sorts a reference by the title of what it refers to, or by its id when asked', async () => {
    const listed = async (byId: boolean) => [
      ...new Set(
        (await rows({ sort: [{ path: 'owner', descending: false, byId }] })).map(
          (row) => row['owner'],
        ),
      ),
    ];

    // o3 is called "owner 6", o1 "owner 8", o0 "owner 9"; o2 has no name.
    expect((await listed(false)).slice(0, 3)).toEqual(['o3', 'o1', 'o0']);
    expect(await listed(true)).toEqual(['o0', 'o1', 'o2', 'o3', null]);
  });
});

function list(query: Partial<ListQuery> & Pick<ListQuery, 'sort'>) {
  return store.store.list(store.resource('things'), {
    page: 1,
    perPage: 10,
    total: 'none',
    ...query,
  });
}

async function rows(query: Pick<ListQuery, 'sort'>): Promise<Record<string, any>[]> {
  return parseRecords(await list({ ...query, perPage: 1000 }));
}

function at(row: Record<string, any>, path: string): unknown {
  return path.split('.').reduce((value: any, key) => value?.[key] ?? null, row);
}

async function ids(query: ListQuery) {
  const list = await store.store.list(store.resource('things'), query);
  const { total, next } = list;
  return { ids: parseRecords(list).map(({ _id }) => _id), total, next };
}

/** From page to page by the cursor. */
async function walk(query: ListQuery): Promise<string[]> {
  const seen: string[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const page: Awaited<ReturnType<typeof ids>> = await ids(after ? { ...query, after } : query);
    seen.push(...page.ids);
    after = page.next;
  }
  return seen;
}

/** From page to page by number. */
async function turn(query: ListQuery, total: number): Promise<string[]> {
  const seen: string[] = [];
  for (let page = 1; page <= Math.max(1, Math.ceil(total / query.perPage)); page++)
    seen.push(...(await ids({ ...query, page })).ids);
  return seen;
}
