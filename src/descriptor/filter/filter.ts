import type { Operator } from '../../fields/operators.ts';
import type { Resource } from '../descriptor.ts';
import type { Referring } from '../relations.ts';

/**
 * A filter, parsed and typed: the one language of lists, exports, bulk actions,
 * conditions and permissions. `path` is a field, a system field or `object.part`;
 * operands are already SQL parameters of the field's type, or a `FieldOperand`.
 */
export type Filter =
  | { and: readonly Filter[] }
  | { or: readonly Filter[] }
  | { not: Filter }
  | Leaf
  | Through
  | Counted;

export type Leaf = { path: string; operator: Operator; operands: readonly unknown[] };

/** Something this record refers to meets a filter of its own. Only lists ask so, not rules and permissions. */
export type Through = { through: string; target: Resource; some: Filter };

/** How many records refer to this one, of those in `among`. Only lists ask so. */
export type Counted = {
  count: Referring;
  operator: Operator;
  operands: readonly unknown[];
  among?: Filter;
};

/** Can only the database tell? A record at hand does not hold what it refers to. */
export function asksOthers(filter: Filter): filter is Through | Counted {
  return 'through' in filter || 'count' in filter;
}

/** An operand that is what another field of the same record holds; empty is equal to nothing. */
type FieldOperand = { field: string };

export function isFieldOperand(operand: unknown): operand is FieldOperand {
  return typeof operand === 'object' && operand !== null && 'field' in operand;
}

export type SortKey = {
  path: string;
  descending: boolean;
  /** A reference sorts by the title of what it refers to, unless the caller may not read that. */
  byId?: boolean;
};

/** What a list is asked for, after all of it was found right. */
export type ListQuery = {
  filter?: Filter;
  /** Words to search for in the fields marked `search`. */
  q?: string;
  sort: readonly SortKey[];
  page: number;
  perPage: number;
  after?: string;
  /** The fields to answer with; absent: all the caller may read. */
  fields?: readonly string[];
  total: 'exact' | 'estimate' | 'none';
};
