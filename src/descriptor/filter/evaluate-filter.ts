import { compareDecimals } from '../../fields/text/decimal-digits.ts';
import type { Operator } from '../../fields/type/operators.ts';
import { comparesBounds, toCertain } from './certain.ts';
import { needsStore, isFieldOperand, type Filter, type TextOrder } from './filter.ts';

/**
 * Whether a record in its JSON form matches a filter. The result agrees with the SQL
 * of `store/records/filters.ts`, so a condition means the same in a form during typing
 * as on the server before a write: "not" includes empty values, a field with many
 * values matches `eq` if one of them does, and a condition is never unknown.
 */
export function evaluateFilter(filter: Filter, record: Readonly<Record<string, unknown>>): boolean {
  if ('and' in filter) return filter.and.every((part) => evaluateFilter(part, record));
  if ('or' in filter) return filter.or.some((part) => evaluateFilter(part, record));
  if ('not' in filter) return !evaluateFilter(filter.not, record);
  // Returning a value would hide the mistake. No declared filter, and so none evaluated here, refers to others.
  if (needsStore(filter))
    throw new Error('A filter on a single record cannot refer to other records.');
  if (comparesBounds(filter)) return evaluateFilter(toCertain(filter), record);
  const operands = filter.operands.map((operand) =>
    isFieldOperand(operand) ? valuesAtPath(record, operand.field)[0] : operand,
  );
  const members = valuesAtPath(record, filter.path);
  return operatorTests[filter.operator](
    members,
    operands,
    filter.as ? compareAs[filter.as] : compareValues,
  );
}

/** A filter as far as a record alone can be judged: what it asks of other records counts as met. */
export function ownPartOf(filter: Filter, counts: 'met' | 'unmet' = 'met'): Filter {
  const each = (parts: readonly Filter[]) => parts.map((part) => ownPartOf(part, counts));
  if ('and' in filter) return { and: each(filter.and) };
  if ('or' in filter) return { or: each(filter.or) };
  if ('not' in filter) return { not: ownPartOf(filter.not, counts === 'met' ? 'unmet' : 'met') };
  if (!needsStore(filter)) return filter;
  return counts === 'met' ? { and: [] } : { or: [] };
}

/** The values at a path: none if it is empty, several for a field with many values. */
export function valuesAtPath(record: Readonly<Record<string, unknown>>, path: string): unknown[] {
  const [name = '', part] = path.split('.', 2);
  const value = record[name];
  const member = part === undefined ? value : (value as Record<string, unknown> | null)?.[part];
  if (member === null || member === undefined) return [];
  return Array.isArray(member) ? member : [member];
}

type Compare = (left: unknown, right: unknown) => number;

type Condition = (
  members: readonly unknown[],
  operands: readonly unknown[],
  compare: Compare,
) => boolean;

const some =
  (
    meets: (member: unknown, operands: readonly unknown[], compare: Compare) => boolean,
  ): Condition =>
  (members, operands, compare) =>
    members.some((member) => meets(member, operands, compare));

const none =
  (condition: Condition): Condition =>
  (...given) =>
    !condition(...given);

const isEqual = some((member, [operand], compare) => compare(member, operand) === 0);
const isOneOf = some((member, operands, compare) =>
  operands.some((operand) => compare(member, operand) === 0),
);
const hasAll: Condition = (members, operands, compare) =>
  operands.every((operand) => isEqual(members, [operand], compare));
const isWithin = wording((text, part) => text.includes(part));

/** Each operator, evaluated in memory. */
export const operatorTests: Record<Operator, Condition> = {
  eq: isEqual,
  neq: none(isEqual),
  in: isOneOf,
  nin: none(isOneOf),
  lt: some((member, [operand], compare) => compare(member, operand) < 0),
  lte: some((member, [operand], compare) => compare(member, operand) <= 0),
  gt: some((member, [operand], compare) => compare(member, operand) > 0),
  gte: some((member, [operand], compare) => compare(member, operand) >= 0),
  between: some(
    (member, [from, to], compare) => compare(member, from) >= 0 && compare(member, to) <= 0,
  ),
  all: hasAll,
  exactly: (members, operands, compare) =>
    hasAll(members, operands, compare) && hasAll(operands, members, compare),
  contains: isWithin,
  ncontains: none(isWithin),
  starts: wording((text, part) => text.startsWith(part)),
  ends: wording((text, part) => text.endsWith(part)),
  null: (members) => members.length === 0,
  nnull: (members) => members.length > 0,
  under: () => {
    throw new Error('A filter on a single record cannot know what is below others.');
  },
  search: () => {
    throw new Error('A filter on a single record cannot know the text of its files.');
  },
};

function wording(meets: (text: string, part: string) => boolean): Condition {
  return some((member, [part]) => meets(fold(member), fold(part)));
}

function fold(value: unknown): string {
  return String(value).toLowerCase();
}

/** The database sorts texts by the root collation of ICU; this is the same one. */
function byCollation(options?: Intl.CollatorOptions): (left: string, right: string) => number {
  let collator: Intl.Collator | undefined;
  return (left, right) => {
    collator ??= new Intl.Collator('und', options);
    // Different texts are never equal, even if the collation ignores the difference.
    return collator.compare(left, right) || (left < right ? -1 : Number(left > right));
  };
}

const compareTexts = byCollation();
const compareNaturally = byCollation({ numeric: true });

/** Returns a number below, equal to, or above zero. Both values have the type of the same field. */
function compareValues(left: unknown, right: unknown): number {
  if (left === right) return 0;
  if (typeof left === 'string' && typeof right === 'string') return compareTexts(left, right);
  if (Number(left) < Number(right)) return -1;
  return Number(left) > Number(right) ? 1 : Number.NaN;
}

const inTexts =
  (compare: (left: string, right: string) => number): Compare =>
  (left, right) =>
    typeof left === 'string' && typeof right === 'string' ? compare(left, right) : Number.NaN;

const compareAs: Record<TextOrder, Compare> = {
  // As PostgreSQL compares `numeric`: `9.50` is less than `10.00` and equals `9.5`.
  decimal: inTexts(compareDecimals),
  natural: inTexts(compareNaturally),
};
