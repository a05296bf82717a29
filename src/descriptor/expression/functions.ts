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
    says: 'one of both holds',
  },
  and: { written: 'a and b', takes: ['boolean', 'boolean'], gives: 'boolean', says: 'both hold' },
  not: { written: 'not a', takes: ['boolean'], gives: 'boolean', says: 'it does not hold' },
  '=': {
    written: 'a = b',
    takes: ['same', 'same'],
    gives: 'boolean',
    says: 'both are equal, or both empty',
  },
  '!=': { written: 'a != b', takes: ['same', 'same'], gives: 'boolean', says: 'both differ' },
  '<': { written: 'a < b', takes: ['same', 'same'], gives: 'boolean', says: 'the left is less' },
  '<=': {
    written: 'a <= b',
    takes: ['same', 'same'],
    gives: 'boolean',
    says: 'the left is less or equal',
  },
  '>': { written: 'a > b', takes: ['same', 'same'], gives: 'boolean', says: 'the left is greater' },
  '>=': {
    written: 'a >= b',
    takes: ['same', 'same'],
    gives: 'boolean',
    says: 'the left is greater or equal',
  },
  '+': { written: 'a + b', takes: ['number', 'number'], gives: 'number', says: 'the sum' },
  '-': { written: 'a - b', takes: ['number', 'number'], gives: 'number', says: 'the difference' },
  '*': { written: 'a * b', takes: ['number', 'number'], gives: 'number', says: 'the product' },
  '/': {
    written: 'a / b',
    takes: ['number', 'number'],
    gives: 'number',
    says: 'the quotient; empty when divided by 0',
  },
  '%': {
    written: 'a % b',
    takes: ['number', 'number'],
    gives: 'number',
    says: 'the remainder; empty when divided by 0',
  },
  negative: {
    written: '-a',
    takes: ['number'],
    gives: 'number',
    says: 'the number with the other sign',
  },
  if: {
    takes: ['boolean', 'same', 'same'],
    gives: 'same',
    says: 'the second when the first holds, else the third',
  },
  coalesce: {
    takes: ['same', 'same'],
    many: true,
    gives: 'same',
    says: 'the first that is not empty',
  },
  concat: {
    takes: ['any'],
    many: true,
    gives: 'text',
    says: 'all as one text; empty ones are left out',
  },
  round: {
    takes: ['number', 'number'],
    optional: 1,
    gives: 'number',
    says: 'rounded to so many decimals (0)',
  },
  abs: { takes: ['number'], gives: 'number', says: 'without its sign' },
  min: {
    takes: ['same', 'same'],
    many: true,
    gives: 'same',
    says: 'the smallest that is not empty',
  },
  max: {
    takes: ['same', 'same'],
    many: true,
    gives: 'same',
    says: 'the greatest that is not empty',
  },
  lower: { takes: ['text'], gives: 'text', says: 'in small letters' },
  upper: { takes: ['text'], gives: 'text', says: 'in capital letters' },
  length: { takes: ['text'], gives: 'number', says: 'how many characters' },
  year: { takes: ['date'], gives: 'number', says: 'the year of a date' },
  month: { takes: ['date'], gives: 'number', says: 'the month of a date, 1 to 12' },
  days: {
    takes: ['date', 'date'],
    gives: 'number',
    says: 'the days from the second date to the first',
  },
} as const satisfies Record<string, Signature>;

export type FunctionName = keyof typeof functions;
