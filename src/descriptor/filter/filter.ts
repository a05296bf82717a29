import type { Operator } from '../../fields/type/operators.ts';
import type { Resource } from '../descriptor.ts';
import type { Expression } from '../expression/expression.ts';
import type { Read } from '../expression/paths.ts';
import type { ThreadFilter } from './thread-filter.ts';
import type { ReferringField } from '../relations.ts';

/**
 * A parsed and typed filter: the common language of lists, exports, bulk actions,
 * conditions and permissions. `path` is a field, a system field or `object.part`;
 * operands are SQL parameters of the field's type, a `FieldOperand` or an `OwnerOperand`.
 */
export type Filter =
  | { and: readonly Filter[] }
  | { or: readonly Filter[] }
  | { not: Filter }
  | Leaf
  | RelationFilter
  | CountFilter
  | ThreadFilter
  | ExpressionFilter;

/** `decimal`: they are numbers with a point. `natural`: digits in them are numbers. */
export type TextOrder = 'decimal' | 'natural';

export type Leaf = {
  path: string;
  operator: Operator;
  operands: readonly unknown[];
  /** How texts compare that are not read character by character. */
  as?: TextOrder;
  /** The path of what says that the value is a bound (`certain.ts`). */
  qualifier?: string;
} & Sight;

/** Matches if the record refers to one that matches a filter. */
export type RelationFilter = { through: string; target: Resource; some: Filter };

/** How many records in `among` refer to this one. */
export type CountFilter = {
  count: ReferringField;
  operator: Operator;
  operands: readonly unknown[];
  among?: Filter;
};

/** What filters have no other form for, such as `price * quantity > 100`. */
export type ExpressionFilter = {
  expression: Expression;
  /** All that it reads. */
  reads: readonly Read[];
  /** How many conditions it counts as. */
  cost: number;
} & Sight;

/** Whether it computes with all records, as permissions do; otherwise with those that the reader may see. */
type Sight = { seesAll?: true };

/** The filter of a permission: it decides what the reader sees, so it looks at all records. */
export function seeingAll(filter: Filter): Filter {
  return mapConditions(filter, (each) => {
    if ('through' in each) return { ...each, some: seeingAll(each.some) };
    if ('thread' in each) return each;
    if ('count' in each) return each.among ? { ...each, among: seeingAll(each.among) } : each;
    return { ...each, seesAll: true };
  });
}

/** One of the conditions that a filter joins. */
export type Condition = Leaf | RelationFilter | CountFilter | ThreadFilter | ExpressionFilter;

/** The conditions that a filter joins, whichever way. */
export function conditionsIn(filter: Filter): Condition[] {
  if ('and' in filter) return filter.and.flatMap(conditionsIn);
  if ('or' in filter) return filter.or.flatMap(conditionsIn);
  return 'not' in filter ? conditionsIn(filter.not) : [filter];
}

/** The same filter with other conditions. */
export function mapConditions(filter: Filter, change: (condition: Condition) => Filter): Filter {
  const inside = (part: Filter) => mapConditions(part, change);
  if ('and' in filter) return { and: filter.and.map(inside) };
  if ('or' in filter) return { or: filter.or.map(inside) };
  return 'not' in filter ? { not: inside(filter.not) } : change(filter);
}

/** Whether it asks for any record at all, as `some(…)` does. */
export function isAny({ operator, operands }: CountFilter): boolean {
  return operator === 'gte' && operands[0] === 1;
}

/** Whether only the database can evaluate it: a record in memory lacks the records it refers to. */
export function needsStore(
  filter: Filter,
): filter is RelationFilter | CountFilter | ThreadFilter | ExpressionFilter {
  return 'through' in filter || 'count' in filter || 'thread' in filter || 'expression' in filter;
}

/** Stands for the value of another field of the same record. An empty value equals nothing. */
type FieldOperand = { field: string; qualifier?: string | undefined };

export function isFieldOperand(operand: unknown): operand is FieldOperand {
  return typeof operand === 'object' && operand !== null && 'field' in operand;
}

/**
 * In the filter of a reference: the value of a field of the record that has the reference, its owner. The other paths
 * are of the record that is referred to.
 */
type OwnerOperand = { owner: string };

export function isOwnerOperand(operand: unknown): operand is OwnerOperand {
  return typeof operand === 'object' && operand !== null && 'owner' in operand;
}

export type SortKey = {
  path: string;
  descending: boolean;
  /** Sorts a reference by `_id` instead of its title, because the caller may not read the title. */
  byId?: boolean;
};

/** A condition, and its position among the colours of a list. */
export type Judgement = { at: number; filter: Filter };

/** A checked query of a list. */
export type ListQuery = {
  filter?: Filter;
  /** Words to search for in the fields marked `search`. */
  q?: string;
  sort: readonly SortKey[];
  page: number;
  perPage: number;
  after?: string;
  /** The fields to return; absent: all the caller may read. */
  fields?: readonly string[];
  total: 'exact' | 'estimate' | 'none';
  /** Conditions that each record of the page is judged by; it has the positions of those that it meets. */
  judged?: readonly Judgement[];
  /** Counts the threads of each record of the page. */
  threads?: ThreadCounting;
  /** Lists the records as they were at this moment, in RFC 3339; absent: as they are. */
  asOf?: string;
};

/** What a list returns besides fields: how many threads each record has. */
export const THREADS = '_threads';

/** Whose threads are counted, and the fields whose threads they see. */
export type ThreadCounting = { reader: string | null; fields: readonly string[] };

/** The paging of a query for one record. A stream ignores it. */
export const oneRecordPaging = { sort: [], page: 1, perPage: 1, total: 'none' } as const;
