import { z } from 'zod';
import type { AnswerOf } from './answer-of.ts';
import { count, text } from './parts.ts';

/** What the values of a column are asked for. */
export const valueKinds = ['all', 'unmatched', 'fingerprint', 'nearest'] as const;

export type ValueKind = (typeof valueKinds)[number];

/** Why a record may be meant: the same letters and digits, an identifier that was mistyped, or a similar text. */
const nearReasons = ['spelling', 'identifier', 'similar'] as const;

const NearRecord = z.object({
  _id: text,
  title: text,
  by: text.describe('The text of the record that was compared.'),
  reason: z.enum(nearReasons),
  score: z.int().min(0).max(100),
  value: text.describe('What a cell of this column contains to name the record.'),
});

export type NearRecord = AnswerOf<typeof NearRecord>;

const counted = { value: text, count };

const ColumnValue = z.object({
  ...counted,
  near: z
    .array(NearRecord)
    .nullable()
    .optional()
    .describe(
      'Only of `unmatched`: up to five records that may be meant. Null: the time was over; ask again with `values`.',
    ),
});

export type ColumnValue = AnswerOf<typeof ColumnValue>;

const ValueGroup = z.object({ count, values: z.array(z.object(counted)) });

export type ValueGroup = AnswerOf<typeof ValueGroup>;

/** The different values of a column of a file, or groups of them. */
export const ColumnValues = z.object({
  rows: z.object({
    count,
    isWhole: z.boolean().describe('Whether the file was read to its end.'),
  }),
  empty: count.describe('The number of cells without a value.'),
  distinct: count.describe('The number of different values that were counted.'),
  others: count.describe(
    'The number of values that are not among them: beyond 20,000 different ones, longer than 1,000 characters, or no texts.',
  ),
  found: count.describe('The number of values, or of groups, that fit the request.'),
  separator: text
    .nullable()
    .describe('The separator of the lists in this column, for a `map` step with these values.'),
  values: z.array(ColumnValue),
  groups: z.array(ValueGroup),
});

export type ColumnValues = AnswerOf<typeof ColumnValues>;
