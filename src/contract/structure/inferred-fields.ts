import { z } from 'zod';
import type { FileLayout } from '../../files/formats/file-layout.ts';
import type { AnswerOf } from '../answer-of.ts';
import { count, nullableText, text } from '../parts.ts';
import { ProblemItem } from '../problem.ts';

const InferredField = z.object({
  column: text.describe('Its name in the file: what a `mapping` of the import names.'),
  label: text,
  declaration: z
    .record(text, z.unknown())
    .describe('The proposed field: its type with its settings, `required` and `unique`.'),
  filled: count.describe('The number of its values in the rows that were read.'),
  distinct: count.describe('How many of them differ.'),
  samples: z.array(text).max(5).describe('The first different values.'),
  decimal: z.literal(',').optional().describe('Its numbers have a decimal comma.'),
});

export type InferredField = AnswerOf<typeof InferredField>;

/** The fields that the rows of a file suggest for a new collection. */
export const InferredFields = z.object({
  fields: z.array(InferredField),
  ignored: z.array(text).describe('The columns that every record has anyway, such as `_id`.'),
  key: nullableText.describe('The column that tells records apart; null if there is none.'),
  title: nullableText.describe('The column that names a record.'),
  rows: count.describe('The number of rows that were read.'),
  isWhole: z.boolean().describe('Whether the file has no other rows.'),
  layout: z
    .custom<FileLayout>()
    .meta({ type: 'object' })
    .describe('How the file was read: `layout` of the import.'),
  sheets: z.array(text).describe('The sheets of a workbook; `sheet` chooses one.'),
  wrong: z
    .array(ProblemItem.extend({ row: count, line: count.optional() }))
    .max(5)
    .describe('The first rows that no import could read.'),
});

export type InferredFields = AnswerOf<typeof InferredFields>;
