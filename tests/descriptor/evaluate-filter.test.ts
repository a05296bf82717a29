import { describe, expect, it } from 'vitest';
import { evaluateFilter } from '../../src/descriptor/filter/evaluate-filter.ts';
import type { Filter } from '../../src/descriptor/filter/filter.ts';
import type { Operator } from '../../src/fields/type/operators.ts';

const record = {
  name: 'Bisphenol A',
  year: 2011,
  open: true,
  tags: ['EDC', 'Repr. 1'],
  none: null,
  empty: [],
  tagtog: { id: 't1', annComplete: null },
  day: '2020-02-29',
};

const table: [path: string, operator: Operator, operands: unknown[], meets: boolean][] = [
  ['name', 'eq', ['Bisphenol A'], true],
  ['name', 'eq', ['bisphenol a'], false],
  ['name', 'neq', ['x'], true],
  ['none', 'neq', ['x'], true],
  ['none', 'eq', ['x'], false],
  ['name', 'lt', ['Bisphenol B'], true],
  ['name', 'lt', ['azo'], false],
  ['name', 'gt', ['azo'], true],
  // The collation ignores a soft hyphen, but the texts differ.
  ['name', 'eq', ['Bis\u00adphenol A'], false],
  ['name', 'lt', ['Bis\u00adphenol A'], true],
  ['name', 'gt', ['Bis\u0000phenol A'], true],
  ['year', 'lt', [2012], true],
  ['year', 'lt', [2011], false],
  ['year', 'lt', [2010], false],
  ['year', 'lte', [2010], false],
  ['year', 'gte', [2012], false],
  ['year', 'lte', [2011], true],
  ['year', 'gt', [2011], false],
  ['year', 'gte', [2011], true],
  ['none', 'gte', [0], false],
  ['year', 'between', [2000, 2011], true],
  ['year', 'between', [2011, 2020], true],
  ['year', 'between', [2000, 2010], false],
  ['year', 'between', [2012, 2020], false],
  ['day', 'gt', ['2020-01-31'], true],
  ['open', 'eq', [true], true],
  ['open', 'eq', [false], false],
  ['tags', 'eq', ['EDC'], true],
  ['tags', 'neq', ['EDC'], false],
  ['tags', 'in', ['x', 'Repr. 1'], true],
  ['tags', 'in', [], false],
  ['tags', 'nin', ['x'], true],
  ['empty', 'nin', ['x'], true],
  ['name', 'contains', ['PHENOL'], true],
  ['tags', 'contains', ['repr'], true],
  ['tags', 'ncontains', ['repr'], false],
  ['none', 'ncontains', ['repr'], true],
  ['name', 'starts', ['bis'], true],
  ['name', 'ends', [' a'], true],
  ['name', 'ends', ['bis'], false],
  ['none', 'null', [], true],
  ['empty', 'null', [], true],
  ['tags', 'null', [], false],
  ['tags', 'nnull', [], true],
  ['tagtog.id', 'eq', ['t1'], true],
  ['tagtog.annComplete', 'null', [], true],
  ['missing.part', 'null', [], true],
];

describe('evaluateFilter', () => {
  it.each(table)('%s %s %j is %s', (path, operator, operands, meets) => {
    const outcome = evaluateFilter({ path, operator, operands }, record);

    expect(outcome).toBe(meets);
  });

  it('combines conditions with and, or, not', () => {
    const yes: Filter = { path: 'year', operator: 'eq', operands: [2011] };
    const no: Filter = { not: yes };

    const outcomes = [{ and: [yes, no] }, { or: [yes, no] }, { and: [] }, { or: [] }].map(
      (filter) => evaluateFilter(filter, record),
    );

    expect(outcomes).toEqual([false, true, true, false]);
  });
});
