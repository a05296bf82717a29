import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toFilters, toFilterState } from '../../../src/admin/list/filters/filter-state.ts';
import { readTyped, writeTyped } from '../../../src/admin/list/filters/typed-operand.ts';
import { toListQuery } from '../../../src/admin/client/list-query.ts';
import { evaluateFilter } from '../../../src/descriptor/filter/evaluate-filter.ts';
import type { Filter } from '../../../src/descriptor/filter/filter.ts';
import { filterPaths } from '../../../src/descriptor/filter/filter-paths.ts';
import {
  toWhere,
  type FilterTerm,
  type FilterTree,
} from '../../../src/descriptor/filter/filter-tree.ts';
import { parseListQuery } from '../../../src/descriptor/filter/query.ts';
import { findField } from '../../../src/descriptor/system-fields.ts';
import { parseWhere } from '../../../src/descriptor/filter/where.ts';
import type { Operator } from '../../../src/fields/type/operators.ts';
import { libraryDescriptor } from '../../support/library.ts';

const descriptor = libraryDescriptor();
const resource = descriptor.resources.get('books')!;
const context = { descriptor, role: 'admin', resource };

const operands: Record<string, fc.Arbitrary<unknown>> = {
  title: fc.constantFrom('Moby', 'a, b', '100%', 'say "so"', 'null', '0'),
  pages: fc.integer({ min: 1, max: 50 }),
  price: fc.constantFrom(0.5, 1, 12.25),
  inPrint: fc.boolean(),
  genre: fc.constantFrom('novel', 'poetry', 'science'),
  printedOn: fc.constantFrom('2001-02-03', '1999-12-31', '$today-30d'),
  'shelf.row': fc.integer({ min: 1, max: 5 }),
};
const takers: Record<string, (one: fc.Arbitrary<unknown>) => fc.Arbitrary<unknown>> = {
  in: (one) => fc.array(one, { minLength: 1, maxLength: 3 }),
  nin: (one) => fc.array(one, { minLength: 1, maxLength: 3 }),
  between: (one) => fc.tuple(one, one).map((pair) => pair.sort(upwards)),
  null: () => fc.constant(true),
  nnull: () => fc.constant(true),
};

/** Of two the smaller one comes first. */
function upwards(one: unknown, other: unknown): number {
  return typeof one === 'number' ? one - Number(other) : String(one).localeCompare(String(other));
}

const term: fc.Arbitrary<FilterTerm> = fc.constantFrom(...Object.keys(operands)).chain((path) => {
  const offered: readonly Operator[] = findField(resource, path)!.kind.filter.operators;
  return fc.constantFrom(...offered).chain((operator) =>
    (takers[operator]?.(operands[path]!) ?? operands[path]!).map((value) => ({
      path,
      operator,
      value,
    })),
  );
});

const { tree } = fc.letrec<{ tree: FilterTree; item: FilterTree | FilterTerm }>((tie) => ({
  tree: fc.record(
    {
      join: fc.constantFrom('and' as const, 'or' as const),
      not: fc.constant(true as const),
      items: fc.array(tie('item'), { minLength: 1, maxLength: 4 }),
    },
    { requiredKeys: ['join', 'items'] },
  ),
  item: fc.oneof({ maxDepth: 2 }, term, tie('tree')),
}));

const records = fc.sample(
  fc.record({
    title: fc.constantFrom('Moby Dick', 'A, B', '100% say "so"', null),
    pages: fc.option(fc.integer({ min: 1, max: 50 })),
    price: fc.constantFrom(0.5, 1, 12.25, null),
    inPrint: fc.option(fc.boolean()),
    genre: fc.constantFrom('novel', 'poetry', 'science', null),
    printedOn: fc.constantFrom('2001-02-03', '2026-11-20', null),
    shelf: fc.option(fc.record({ row: fc.integer({ min: 1, max: 5 }) })),
  }),
  { numRuns: 60, seed: 1 },
);

/** Which of the records a filter lets through. */
const found = (filter: Filter | undefined) =>
  records.map((record) => filter === undefined || evaluateFilter(filter, record)).join();

const meantBy = (where: unknown) => {
  const parsed = parseWhere({ ...context, where });
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
  return found(parsed.filter);
};

describe('a filter', () => {
  test('matches the same records in the builder, the URL, the filter row and the API', () => {
    fc.assert(
      fc.property(tree, (built) => {
        const meant = meantBy(toWhere(built));
        const filters = toFilters(context, { tree: built });
        const address = JSON.parse(JSON.stringify(filters));
        const again = toFilterState(context, address);
        const asked = parseListQuery({ ...context, params: toListQuery({ filter: address }) });
        if ('problems' in asked) throw new Error(JSON.stringify(asked.problems));

        expect(again.unknown).toEqual([]);
        expect(meantBy(toWhere(again.tree))).toBe(meant);
        expect(found(asked.query.filter)).toBe(meant);
        const twice = toFilterState(context, toFilters(context, again));
        expect(meantBy(toWhere(twice.tree))).toBe(meant);
      }),
      { numRuns: 300 },
    );
  });

  test('shows the condition from which a cell of the row was written', () => {
    fc.assert(
      fc.property(term, ({ path, operator, value }) => {
        const field = findField(resource, path)!;
        const typed = writeTyped(field, operator, value);

        expect(readTyped(field, operator, typed)).toEqual({ value });
      }),
      { numRuns: 300 },
    );
  });

  test('keeps conditions through references and on counts in the nested part', () => {
    const items: FilterTerm[] = [
      { path: 'author.name', operator: 'contains', value: 'Ada' },
      { path: 'pages', operator: 'gte', value: 10 },
    ];
    const filters = toFilters(context, { q: 'moby', tree: { join: 'and', items } });

    expect(filters).toEqual({ q: 'moby', pages_gte: 10, where: { 'author.name_contains': 'Ada' } });
    expect(toFilterState(context, filters).tree.items).toEqual([items[1], items[0]]);
    expect(filterPaths({ ...context, resource: descriptor.resources.get('authors')! })).toEqual(
      expect.arrayContaining([expect.objectContaining({ path: 'count(books.author)' })]),
    );
  });

  test('names what cannot be read', () => {
    expect(toFilterState(context, { colour: 'red', pages: 3 })).toEqual({
      tree: { join: 'and', items: [{ path: 'pages', operator: 'eq', value: 3 }] },
      unknown: ['colour'],
    });
  });
});
