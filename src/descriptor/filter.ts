import type { Operator } from '../fields/operators.ts';

/**
 * A filter, parsed and typed: the one language of lists, exports, bulk actions,
 * conditions and permissions. `path` is a field, a system field or `object.part`;
 * operands are already SQL parameters of the field's type, or a `FieldOperand`.
 */
export type Filter =
  | { and: readonly Filter[] }
  | { or: readonly Filter[] }
  | { not: Filter }
  | { path: string; operator: Operator; operands: readonly unknown[] };

/** An operand that is what another field of the same record holds; empty is equal to nothing. */
export type FieldOperand = { field: string };

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
