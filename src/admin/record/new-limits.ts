import { evaluateFilter } from '../../descriptor/filter/evaluate-filter.ts';
import {
  asksOthers,
  isFieldOperand,
  type Filter,
  type Leaf,
} from '../../descriptor/filter/filter.ts';
import { problem, type Problem } from '../../fields/problem.ts';
import type { Values } from './form-values.ts';

/** What the role's filter of `create` demands of a new record: each part must hold. */
export type Limits = readonly Filter[];

export function limitsOf(filter: Filter | undefined): Limits {
  if (filter === undefined) return [];
  return 'and' in filter ? filter.and.flatMap(limitsOf) : [filter];
}

/** Where there is but one value a field can have, a new record begins with it. */
export function demandedValues(limits: Limits): Values {
  return Object.fromEntries(
    limits.flatMap((limit) => {
      const [only, ...others] = valuesOf(limit) ?? [];
      return only === undefined || others.length > 0 ? [] : [[(limit as Leaf).path, only]];
    }),
  );
}

/** Whether a field can have a value at all, by what is demanded of it alone. */
export function isWithin(limits: Limits, name: string, value: unknown): boolean {
  return limits
    .filter((limit) => headsOf(limit).every((head) => head === name))
    .every((limit) => evaluateFilter(limit, { [name]: value }));
}

/** The few values a field can have; undefined where they are not counted up. */
export function onlyValues(limits: Limits, name: string): readonly unknown[] | undefined {
  const values = limits.flatMap((limit) =>
    'path' in limit && limit.path === name ? (valuesOf(limit) ?? []) : [],
  );
  return values.length === 0 ? undefined : values.filter((one) => isWithin(limits, name, one));
}

/** What a new record is not that it must be, at each of the fields it hangs on; as far as the form holds them. */
export function unmetLimits(
  limits: Limits,
  record: Readonly<Values>,
  { inputs, role }: { inputs: ReadonlySet<string>; role: string },
): Problem[] {
  return limits.flatMap((limit) => {
    const heads = [...new Set(headsOf(limit))];
    const isHere = heads.every((head) => inputs.has(head));
    if (!isHere || evaluateFilter(limit, record)) return [];
    return heads.map((head) => problem('A012', head, { role }));
  });
}

function valuesOf(limit: Filter): readonly unknown[] | undefined {
  if (!('path' in limit) || limit.path.includes('.')) return undefined;
  const isCounted = limit.operator === 'eq' || limit.operator === 'in';
  return isCounted && !limit.operands.some(isFieldOperand) ? limit.operands : undefined;
}

function headsOf(filter: Filter): string[] {
  if ('and' in filter) return filter.and.flatMap(headsOf);
  if ('or' in filter) return filter.or.flatMap(headsOf);
  if ('not' in filter) return headsOf(filter.not);
  if (asksOthers(filter)) return [];
  const others = filter.operands.filter(isFieldOperand).map(({ field }) => field);
  return [filter.path, ...others].map((path) => path.split('.', 1)[0]!);
}
