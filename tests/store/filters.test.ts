import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Filter } from '../../src/descriptor/filter/filter.ts';
import type { Operator } from '../../src/fields/type/operators.ts';
import { parseRecords } from '../../src/store/memory/free-memory.ts';
import { openTestStore, nobody, recordOf, type TestStore } from '../support/store.ts';
import { shapes } from '../support/shapes.ts';

let store: TestStore;

beforeAll(async () => {
  store = await openTestStore(shapes);
  const owners = store.resource('owners');
  for (const id of ['o1', 'o2'])
    recordOf(await store.store.create(owners, { name: id }, nobody, id));
  for (const [id, values] of Object.entries(records)) {
    const outcome = await store.store.create(
      store.resource('things'),
      { code: id, ...values },
      nobody,
      id,
    );
    recordOf(outcome);
  }
});
afterAll(() => store.close());

const records = {
  a: {
    label: 'Äpfel 100%',
    story: `${'long '.repeat(900)}end`,
    count: 1,
    weight: 0.1,
    done: true,
    day: '2026-01-01',
    at: '2026-01-01T10:00:00.123Z',
    level: 1,
    sizes: [10, 20],
    words: ['Rot', 'süß_sauer'],
    owner: 'o1',
    helpers: ['o2', 'o1'],
    box: { name: 'Kiste', size: 1.5, full: true, day: '2026-01-01' },
  },
  b: {
    label: 'birne \\ 1000',
    story: 'short',
    count: 2,
    weight: 1e21,
    done: false,
    day: '2026-02-01',
    at: '2026-02-01T10:00:00.000Z',
    level: 2,
    sizes: [20],
    words: ['gelb'],
    owner: 'o2',
    helpers: ['o2'],
    box: { name: 'Dose', size: 10, full: false, day: '2026-02-01' },
  },
  c: {},
};

const cases: [path: string, operator: Operator, operands: unknown[], found: string][] = [
  // One column of text; what is empty counts as different.
  ['label', 'eq', ['Äpfel 100%'], 'a'],
  ['label', 'eq', ['äpfel 100%'], ''],
  ['label', 'neq', ['Äpfel 100%'], 'b c'],
  ['label', 'in', ['Äpfel 100%', 'nothing'], 'a'],
  ['label', 'in', [], ''],
  ['label', 'nin', ['Äpfel 100%'], 'b c'],
  ['label', 'nin', [], 'a b c'],
  ['label', 'lt', ['b'], 'a'],
  ['label', 'lte', ['Äpfel 100%'], 'a'],
  ['label', 'gt', ['Äpfel 100%'], 'b'],
  ['label', 'gte', ['Äpfel 100%'], 'a b'],
  ['label', 'between', ['a', 'b'], 'a'],
  ['label', 'contains', ['ÄPFEL'], 'a'],
  ['label', 'contains', ['0%'], 'a'],
  ['label', 'contains', ['%'], 'a'],
  ['label', 'contains', ['_'], ''],
  ['label', 'contains', ['\\'], 'b'],
  ['label', 'contains', ['rot'], ''],
  ['label', 'ncontains', ['100%'], 'b c'],
  ['label', 'starts', ['äp'], 'a'],
  ['label', 'starts', ['pfel'], ''],
  ['label', 'ends', ['1000'], 'b'],
  ['label', 'ends', ['100'], ''],
  ['label', 'null', [], 'c'],
  ['label', 'nnull', [], 'a b'],
  // A text that no index can hold whole.
  ['story', 'eq', [`${'long '.repeat(900)}end`], 'a'],
  ['story', 'eq', [`${'long '.repeat(900)}other`], ''],
  ['story', 'in', ['short', `${'long '.repeat(900)}end`], 'a b'],
  ['story', 'nin', ['short'], 'a c'],
  ['story', 'contains', ['LONG END'], 'a'],
  ['story', 'ends', ['rt'], 'b'],
  // Numbers, whole and not; truth; days and moments.
  ['count', 'eq', [1], 'a'],
  ['count', 'neq', [1], 'b c'],
  ['count', 'gt', [1], 'b'],
  ['count', 'between', [1, 2], 'a b'],
  ['count', 'in', [2, 3], 'b'],
  ['weight', 'eq', [0.1], 'a'],
  ['weight', 'gte', [1e21], 'b'],
  ['weight', 'nin', [0.1], 'b c'],
  ['done', 'eq', [false], 'b'],
  ['done', 'neq', [false], 'a c'],
  ['done', 'null', [], 'c'],
  ['day', 'eq', ['2026-01-01'], 'a'],
  ['day', 'gt', ['2026-01-01'], 'b'],
  ['day', 'between', ['2026-01-01', '2026-01-31'], 'a'],
  ['at', 'eq', ['2026-01-01T10:00:00.123Z'], 'a'],
  ['at', 'lt', ['2026-01-01T10:00:00.124Z'], 'a'],
  ['at', 'nnull', [], 'a b'],
  ['level', 'eq', [2], 'b'],
  ['level', 'nin', [2, 3], 'a c'],
  // Arrays: that one of the members does.
  ['sizes', 'eq', [20], 'a b'],
  ['sizes', 'eq', [10], 'a'],
  ['sizes', 'neq', [10], 'b c'],
  ['sizes', 'in', [10, 30], 'a'],
  ['sizes', 'in', [], ''],
  ['sizes', 'nin', [10, 30], 'b c'],
  ['sizes', 'gt', [10], 'a b'],
  ['sizes', 'null', [], 'c'],
  ['sizes', 'nnull', [], 'a b'],
  ['words', 'eq', ['Rot'], 'a'],
  ['words', 'contains', ['SÜß_'], 'a'],
  ['words', 'contains', ['rotsüß'], ''],
  ['words', 'contains', ['äpfel'], ''],
  ['words', 'ncontains', ['süß'], 'b c'],
  ['words', 'starts', ['sauer'], ''],
  ['words', 'starts', ['süß'], 'a'],
  ['words', 'ends', ['ROT'], 'a'],
  // References, one and many.
  ['owner', 'eq', ['o1'], 'a'],
  ['owner', 'neq', ['o1'], 'b c'],
  ['owner', 'in', ['o1', 'o2'], 'a b'],
  ['owner', 'null', [], 'c'],
  ['helpers', 'eq', ['o2'], 'a b'],
  ['helpers', 'eq', ['o1'], 'a'],
  ['helpers', 'neq', ['o1'], 'b c'],
  ['helpers', 'in', ['o1', 'gone'], 'a'],
  ['helpers', 'in', [], ''],
  ['helpers', 'nin', ['o1'], 'b c'],
  ['helpers', 'null', [], 'c'],
  ['helpers', 'nnull', [], 'a b'],
  // Parts of an object.
  ['box.name', 'eq', ['Kiste'], 'a'],
  ['box.name', 'neq', ['Kiste'], 'b c'],
  ['box.name', 'contains', ['IST'], 'a'],
  ['box.name', 'null', [], 'c'],
  ['box.size', 'gt', [1.5], 'b'],
  ['box.size', 'lt', [2], 'a'],
  ['box.full', 'eq', [true], 'a'],
  ['box.day', 'gte', ['2026-02-01'], 'b'],
  // What every record has.
  ['box', 'null', [], 'c'],
  ['extra', 'null', [], 'a b c'],
  ['_id', 'in', ['a', 'c'], 'a c'],
  ['_version', 'gte', [1], 'a b c'],
  ['createdBy', 'null', [], 'a b c'],
  ['createdAt', 'gt', ['2026-01-01T00:00:00.000Z'], 'a b c'],
];

test.each(cases)('%s %s %j finds %s', async (path, operator, operands, found) => {
  expect(await find({ path, operator, operands })).toBe(found);
});

describe('filters together', () => {
  const isA: Filter = { path: 'count', operator: 'eq', operands: [1] };
  const isB: Filter = { path: 'count', operator: 'gt', operands: [1] };

  test.each<[Filter, string]>([
    [{ and: [isA, isB] }, ''],
    [{ or: [isA, isB] }, 'a b'],
    [{ and: [] }, 'a b c'],
    [{ or: [] }, ''],
    // The opposite of a comparison includes what cannot be compared.
    [{ not: isA }, 'b c'],
    [{ not: { not: isA } }, 'a'],
    [{ not: { or: [isA, isB] } }, 'c'],
    [
      { and: [{ not: isA }, { or: [isB, { path: 'label', operator: 'null', operands: [] }] }] },
      'b c',
    ],
  ])('%j', async (filter, found) => {
    expect(await find(filter)).toBe(found);
  });
});

describe('searching', () => {
  test.each([
    ['äpf', 'a'],
    ['ROT äpfel', 'a'],
    ['gelb birne', 'b'],
    ['gelb äpfel', ''],
    ['100', 'a b'],
    ['100%', 'a'],
    ['c', 'c'],
    ['short', ''],
    ['   ', 'a b c'],
  ])('%s finds %s', async (q, found) => {
    expect(await find(undefined, { q })).toBe(found);
  });

  test('says nothing of fields the caller may not read', async () => {
    expect(await find(undefined, { q: 'rot' })).toBe('a');
    expect(await find(undefined, { q: 'rot', readable: ['code', 'label'] })).toBe('');
    expect(await find(undefined, { q: 'äpfel', readable: ['code', 'label'] })).toBe('a');
    expect(await find(undefined, { q: 'äpfel', readable: ['count'] })).toBe('');
  });
});

async function find(
  filter: Filter | undefined,
  { q, readable }: { q?: string; readable?: string[] } = {},
): Promise<string> {
  const query = {
    sort: [],
    page: 1,
    perPage: 10,
    total: 'exact' as const,
    ...(filter && { filter }),
    ...(q && { q }),
  };
  const list = await store.store.list(store.resource('things'), query, readable);
  const ids = parseRecords(list).map(({ _id }) => _id);
  expect(list.total).toBe(ids.length);
  return ids.join(' ');
}
