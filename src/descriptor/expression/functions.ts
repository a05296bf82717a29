import type { ValueKind } from './rollups.ts';

/** The kind of an argument. `same` is the kind of the first argument declared as `same`. */
export type ArgKind = ValueKind | 'any' | 'same';

/** The arguments and the result of a function or an operator. */
export type Signature = {
  takes: readonly ArgKind[];
  /** The last of `takes` may be repeated. */
  many?: true;
  /** How many arguments at the end may be omitted. */
  optional?: number;
  gives: ValueKind | 'same';
  /** How an operator is written; absent for functions, which are called by name. */
  written?: string;
  /** The description of the result, for the guide. */
  says: string;
};

const logic = { takes: ['boolean', 'boolean'], gives: 'boolean' } as const;
const comparison = { takes: ['same', 'same'], gives: 'boolean' } as const;
const arithmetic = { takes: ['number', 'number'], gives: 'number' } as const;
const oneOfMany = { takes: ['same', 'same'], many: true, gives: 'same' } as const;

/** The functions and operators of computed fields. Their SQL is in the store. */
export const functions = {
  or: { ...logic, written: 'a or b', says: 'true if at least one of the two is true' },
  and: { ...logic, written: 'a and b', says: 'true if both are true' },
  not: {
    written: 'not a',
    takes: ['boolean'],
    gives: 'boolean',
    says: 'true if the value is false',
  },
  '=': { ...comparison, written: 'a = b', says: 'true if both are equal or both are empty' },
  '!=': { ...comparison, written: 'a != b', says: 'true if the two differ' },
  '<': { ...comparison, written: 'a < b', says: 'true if the left value is less' },
  '<=': {
    ...comparison,
    written: 'a <= b',
    says: 'true if the left value is less than or equal to the right one',
  },
  '>': { ...comparison, written: 'a > b', says: 'true if the left value is greater' },
  '>=': {
    ...comparison,
    written: 'a >= b',
    says: 'true if the left value is greater than or equal to the right one',
  },
  '+': { ...arithmetic, written: 'a + b', says: 'the sum' },
  '-': { ...arithmetic, written: 'a - b', says: 'the difference' },
  '*': { ...arithmetic, written: 'a * b', says: 'the product' },
  '/': { ...arithmetic, written: 'a / b', says: 'the quotient; empty on division by 0' },
  '%': { ...arithmetic, written: 'a % b', says: 'the remainder; empty on division by 0' },
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
  coalesce: { ...oneOfMany, says: 'the first value that is not empty' },
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
  min: { ...oneOfMany, says: 'the smallest value that is not empty' },
  max: { ...oneOfMany, says: 'the greatest value that is not empty' },
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
  addDays: {
    takes: ['date', 'number'],
    gives: 'date',
    says: 'the day so many days after a date; before it if the number is negative',
  },
} as const satisfies Record<string, Signature>;

export type FunctionName = keyof typeof functions;
