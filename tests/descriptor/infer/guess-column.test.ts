import { expect, it } from 'vitest';
import type { ForeignColumn } from '../../../src/descriptor/infer/foreign-table.ts';
import { guessColumn } from '../../../src/descriptor/infer/guess-column.ts';

const column = {
  name: 'c',
  element: null,
  modifier: -1,
  notNull: false,
  default: null,
  isIdentity: false,
  generated: null,
  comment: null,
  checks: [],
} satisfies Partial<ForeignColumn>;

it.each([
  ['int4', 'CHECK (((c > 0) AND (c < 10)))', { integer: true, min: 1, max: 9 }],
  ['int4', 'CHECK (((c >= 0) AND (c <= 10)))', { integer: true, min: 0, max: 10 }],
  ['float8', 'CHECK (((c > 0) AND (c < 10)))', {}],
])('a column of %s with %s is a number with the limits %j', (name, check, limits) => {
  const type = { name, category: 'N', labels: null };
  const values = ['3', '5'];
  const facts = { name: 'c', values, distinct: new Set(values), rows: 2, isWritten: false };

  const guess = guessColumn({ ...column, written: name, type }, facts, [check]);

  expect(guess?.declaration).toEqual({ type: 'number', ...limits });
});
