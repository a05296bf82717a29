import type { Operator } from '../../../../fields/type/operators.ts';

/** The name of an operator in a choice, its short form before a value, and its form in a sentence. */
type OperatorText = { name: string; short: string; sentence: string };

const texts: Record<Operator, OperatorText> = {
  eq: { name: 'is', short: '', sentence: '= {value}' },
  neq: { name: 'is not', short: 'not', sentence: '≠ {value}' },
  lt: { name: 'less than', short: '<', sentence: '< {value}' },
  lte: { name: 'at most', short: '≤', sentence: '≤ {value}' },
  gt: { name: 'more than', short: '>', sentence: '> {value}' },
  gte: { name: 'at least', short: '≥', sentence: '≥ {value}' },
  in: { name: 'one of', short: '', sentence: 'is one of {value}' },
  nin: { name: 'none of', short: 'none of', sentence: 'is none of {value}' },
  all: { name: 'all of', short: 'all of', sentence: 'has all of {value}' },
  exactly: { name: 'exactly', short: 'exactly', sentence: 'has exactly {value}' },
  contains: { name: 'contains', short: 'contains', sentence: 'contains {value}' },
  ncontains: { name: 'does not contain', short: 'without', sentence: 'does not contain {value}' },
  starts: { name: 'starts with', short: 'starts with', sentence: 'starts with {value}' },
  ends: { name: 'ends with', short: 'ends with', sentence: 'ends with {value}' },
  between: { name: 'between', short: '', sentence: 'is between {value}' },
  null: { name: 'is empty', short: 'is empty', sentence: 'is empty' },
  under: { name: 'in the branch of', short: 'below', sentence: 'is in the branch of {value}' },
  search: { name: 'mentions', short: 'mentions', sentence: 'mentions {value}' },
  nnull: { name: 'is not empty', short: 'is not empty', sentence: 'is not empty' },
};

export const operators = { operators: texts };
