import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { Filter, SortKey } from '../../src/descriptor/filter/filter.ts';
import { parseRecords } from '../../src/store/memory/free-memory.ts';
import { openSortable } from '../support/sortable.ts';

const store = await openSortable();
afterAll(() => store.close());

const paths = ['code', 'label', 'count', 'weight', 'done', 'day', 'owner', 'box.size', 'createdAt'];

const sorts: fc.Arbitrary<SortKey[]> = fc
  .uniqueArray(fc.constantFrom(...paths), { maxLength: 3 })
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
);

describe('the neighbours of a record', () => {
  test('are those beside it in the list, in any order, with its number and the total', async () => {
    await fc.assert(
      fc.asyncProperty(sorts, filters, fc.nat(), async (sort, filter, some) => {
        const ids = await listed(sort, filter);
        const at = some % ids.length;

        const found = await neighbours(ids[at]!, sort, filter);

        expect(found).toEqual({
          inList: true,
          position: at + 1,
          total: ids.length,
          totalIsEstimate: false,
          previous: ids[at - 1] ?? null,
          next: ids[at + 1] ?? null,
        });
      }),
      { numRuns: 60 },
    );
  });

  test('of a record outside of the filter are those around its place', async () => {
    await fc.assert(
      fc.asyncProperty(sorts, fc.nat(), async (sort, some) => {
        const whole = await listed(sort);
        const id = whole[some % whole.length]!;
        const others: Filter = { path: '_id', operator: 'neq', operands: [id] };
        const at = whole.indexOf(id);

        const found = await neighbours(id, sort, others);

        expect(found).toMatchObject({ inList: false, position: null, total: whole.length - 1 });
        expect([found?.previous, found?.next]).toEqual([
          whole[at - 1] ?? null,
          whole[at + 1] ?? null,
        ]);
      }),
      { numRuns: 20 },
    );
  });

  test.each([
    ['label', 'count'],
    ['done', 'weight'],
  ])('lead from the last record to the first, falling by %s and %s', async (first, second) => {
    const sort = [first, second].map((path) => ({ path, descending: true }));
    const ids = await listed(sort);

    const walked: string[] = [];
    for (let id = ids.at(-1) ?? null; id; id = (await neighbours(id, sort))?.previous ?? null)
      walked.unshift(id);

    expect(walked).toEqual(ids);
  });

  test('do not exist for an unknown record', async () => {
    expect(await neighbours('gone', [])).toBeUndefined();
  });
});

function neighbours(id: string, sort: readonly SortKey[], filter?: Filter) {
  const query = { sort, ...(filter && { filter }) };
  return store.store.neighbours(store.resource('things'), id, query);
}

async function listed(sort: readonly SortKey[], filter?: Filter): Promise<string[]> {
  const page = { page: 1, perPage: 1000, total: 'none' as const, fields: ['_id'] };
  const query = { ...page, sort, ...(filter && { filter }) };
  const list = await store.store.list(store.resource('things'), query);
  return parseRecords(list).map(({ _id }) => _id);
}
