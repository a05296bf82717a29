import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseWhere } from '../../src/descriptor/filter/where.ts';
import { nobody, openTestStore, recordOf, type TestStore } from '../support/store.ts';

const number = { type: 'number' };

let db: TestStore;
beforeAll(async () => {
  db = await openTestStore({
    plans: {
      fields: {
        parent: { type: 'reference', to: 'plans' },
        spent: { ...number, computed: 'sum(hours of logs.plan)', stored: true },
        twice: { ...number, computed: 'spent * 2' },
      },
    },
    logs: { fields: { plan: { type: 'reference', to: 'plans' }, hours: number } },
  });
  for (const id of ['a', 'b', 'c']) await add('plans', id, { parent: id });
  for (const plan of ['a', 'b']) await add('logs', plan, { plan, hours: 6 });
});
afterAll(() => db.close());

async function add(resource: string, id: string, values: Record<string, unknown>): Promise<void> {
  recordOf(await db.store.create(db.resource(resource), values, nobody, id));
}

async function total(where: object): Promise<number | null> {
  const resource = db.resource('plans');
  const read = parseWhere({ descriptor: db.descriptor, role: 'admin', resource, where });
  if (!('filter' in read) || !read.filter) throw new Error(JSON.stringify(read));
  const { filter } = read;
  return (await db.store.list(resource, { filter, sort: [], page: 1, perPage: 1, total: 'exact' }))
    .total;
}

/* Each names the stored sum in another way, and is true of `a` and `b`. */
test.each([
  ['a comparison', { spent_gt: 5 }],
  ['an expression', { $expression: 'spent * 2 > 10' }],
  ['a field computed from it', { twice_gt: 10 }],
  ['an expression of that field', { $expression: 'twice + 1 > 11' }],
  ['the sum behind a reference', { $expression: 'parent.spent * 2 > 10' }],
  ['a sum of it', { $expression: 'sum(spent of plans.parent) + 1 > 6' }],
  ['a count by it', { $expression: 'count(plans.parent where spent > 5) + 1 > 1' }],
])('a total by %s follows what the sum is of', async (name, where) => {
  expect(await total(where)).toBe(2);

  await add('logs', name, { plan: 'c', hours: 6 });
  const after = await total(where);
  await db.store.remove(db.resource('logs'), name, '*', nobody);

  expect([after, await total(where)]).toEqual([3, 2]);
});
