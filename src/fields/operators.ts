/**
 * The operators of the filter language, as rows. How many operands one takes is
 * known here; which ones a field has is known by its field type; what each is in
 * SQL is known in `store/filters.ts`.
 */
export const operators = {
  eq: { takes: 'one' },
  neq: { takes: 'one' },
  lt: { takes: 'one' },
  lte: { takes: 'one' },
  gt: { takes: 'one' },
  gte: { takes: 'one' },
  in: { takes: 'many' },
  nin: { takes: 'many' },
  contains: { takes: 'text' },
  ncontains: { takes: 'text' },
  starts: { takes: 'text' },
  ends: { takes: 'text' },
  between: { takes: 'two' },
  null: { takes: 'flag' },
  nnull: { takes: 'flag' },
} as const satisfies Record<string, { takes: 'one' | 'many' | 'two' | 'text' | 'flag' }>;

export type Operator = keyof typeof operators;

export const equality = ['eq', 'neq', 'in', 'nin', 'null', 'nnull'] as const;
export const order = ['lt', 'lte', 'gt', 'gte', 'between'] as const;
export const wording = ['contains', 'ncontains', 'starts', 'ends'] as const;
