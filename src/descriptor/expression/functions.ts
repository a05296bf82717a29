import type { ValueKind } from './expression.ts';

/** One kind a function takes; `same` is whatever its first `same` turned out to be. */
export type Wanted = ValueKind | 'any' | 'same';

/** What a function or operator takes and gives. */
export type Signature = {
  takes: readonly Wanted[];
  /** The last of `takes` may come any number of times. */
  many?: true;
  /** How many at the end may be left out. */
  optional?: number;
  gives: ValueKind | 'same';
  /** How it is written, where it is no call. */
  written?: string;
  /** What it gives, for the guide. */
  says: string;
};

/** The functions and operators of computed fields; what each is in SQL is known in the store. */
export const functions = {
  or: {
    written: 'a or b',
    takes: ['boolean', 'boolean'],
    gives: 'boolean',
    says: 'true if at least one of the two is true',
  },
  and: {
    written: 'a and b',
    takes: ['boolean', 'boolean'],
    gives: 'boolean',
    says: 'true if both are true',
  },
  not: {
    written: 'not a',
    takes: ['boolean'],
    gives: 'boolean',
    says: 'true if the value is false',
  },
  '=': {
    written: 'a = b',
    takes: ['same', 'same'],
    gives: 'boolean',
    says: 'true if both are equal or both are empty',
  },
  '!=': {
    written: 'a != b',
    takes: ['same', 'same'],
    gives: 'boolean',
    says: 'true if the two differ',
  },
  '<': {
    written: 'a < b',
    takes: ['same', 'same'],
    gives: 'boolean',
    says: 'true if the left value is less',
  },
  '<=': {
    written: 'a <= b',
    takes: ['same', 'same'],
    gives: 'boolean',
    says: 'true if the left value is less or equal',
  },
  '>': {
    written: 'a > b',
    takes: ['same', 'same'],
    gives: 'boolean',
    says: 'true if the left value is greater',
  },
  '>=': {
    written: 'a >= b',
    takes: ['same', 'same'],
    gives: 'boolean',
    says: 'true if the left value is greater or equal',
  },
  '+': { written: 'a + b', takes: ['number', 'number'], gives: 'number', says: 'the sum' },
  '-': { written: 'a - b', takes: ['number', 'number'], gives: 'number', says: 'the difference' },
  '*': { written: 'a * b', takes: ['number', 'number'], gives: 'number', says: 'the product' },
  '/': {
    written: 'a / b',
    takes: ['number', 'number'],
    gives: 'number',
    says: 'the quotient; empty on division by 0',
  },
  '%': {
    written: 'a % b',
    takes: ['number', 'number'],
    gives: 'number',
    says: 'the remainder; empty on division by 0',
  },
  negative: {
    written: '-a',
    takes: ['number'],
    gives: 'number',
    says: 'the number with the opposite sign',
  },
  if: {
    takes: ['boolean', 'same', 'same'],
    gives: 'same',
    says: 'the second value if the first is true, else the third',
  },
  coalesce: {
    takes: ['same', 'same'],
    many: true,
    gives: 'same',
    says: 'the first value that is not empty',
  },
  concat: {
    takes: ['any'],
    many: true,
    gives: 'text',
    says: 'all values joined into one text; empty values are skipped',
  },
  round: {
    takes: ['number', 'number'],
    optional: 1,
    gives: 'number',
    says: 'the number rounded to the given decimal places (default 0)',
  },
  abs: { takes: ['number'], gives: 'number', says: 'the absolute value' },
  min: {
    takes: ['same', 'same'],
    many: true,
    gives: 'same',
    says: 'the smallest value that is not empty',
  },
  max: {
    takes: ['same', 'same'],
    many: true,
    gives: 'same',
    says: 'the greatest value that is not empty',
  },
  lower: { takes: ['text'], gives: 'text', says: 'the text in lower case' },
  upper: { takes: ['text'], gives: 'text', says: 'the text in upper case' },
  length: { takes: ['text'], gives: 'number', says: 'the number of characters' },
  year: { takes: ['date'], gives: 'number', says: 'the year of a date' },
  month: { takes: ['date'], gives: 'number', says: 'the month of a date, 1 to 12' },
  days: {
    takes: ['date', 'date'],
    gives: 'number',
    says: 'the number of days from the second date to the first',
  },
} as const satisfies Record<string, Signature>;

export type FunctionName = keyof typeof functions;
