import { describe, expect, test } from 'vitest';
import { newTerm } from '../../../src/admin/list/filters/builder-group.tsx';
import {
  isFilterFinished,
  noFilter,
  readStoredFilter,
  writeStoredFilter,
} from '../../../src/admin/list/filters/stored-filter.ts';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';

const descriptor = toDescriptor({
  resources: { books: { fields: { title: { type: 'text' }, year: { type: 'number' } } } },
});
const context = { descriptor, role: 'admin', resource: descriptor.resources.get('books') };

describe('a stored filter', () => {
  test.each([
    [null],
    [{ title: 'Emma' }],
    [{ or: [{ year_gte: 1900 }, { not: { title_contains: 'a' } }] }],
  ])('stays the same after it was edited: %j', (stored) => {
    const read = readStoredFilter(context, stored);

    expect(read.unreadable).toBeUndefined();
    expect(writeStoredFilter(read)).toEqual(stored);
  });

  test('stays when it names a field or a collection that does not exist', () => {
    const stored = { author: 'Jane' };

    expect(writeStoredFilter(readStoredFilter(context, stored))).toEqual(stored);
    const nowhere = { ...context, resource: undefined };
    expect(writeStoredFilter(readStoredFilter(nowhere, stored))).toEqual(stored);
  });

  test('is finished when each of its conditions has a value', () => {
    const term = { path: 'title', operator: 'eq', value: 'Emma' } as const;
    const filterOf = (...items: (typeof term | typeof newTerm)[]) => ({
      tree: { join: 'and', items: [term, { join: 'or', items }] } as const,
    });

    expect(isFilterFinished(noFilter)).toBe(true);
    expect(isFilterFinished(filterOf(term))).toBe(true);
    expect(isFilterFinished(filterOf(term, newTerm))).toBe(false);
    expect(isFilterFinished(filterOf())).toBe(false);
  });
});
