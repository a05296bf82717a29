import { z } from 'zod';
import type { AnswerOf } from './answer-of.ts';
import { count, text } from './parts.ts';

const UnitFigure = z
  .object({ value: text.nullable(), unit: text.nullable() })
  .describe(
    'A figure of a field whose unit, such as the currency, is in another field. `value` is null where the records have several units.',
  );

const BoundFigure = z
  .object({ value: z.union([text, z.number()]), bounds: count })
  .describe(
    'A figure of a field with a `qualifier`. So many of its values are bounds such as `<0.5`, which count as their numbers.',
  );

const Figure = z.union([text, z.number(), UnitFigure, BoundFigure]);

export type Figure = AnswerOf<typeof Figure>;

const Measured = z
  .record(text, z.record(text, Figure.nullable()))
  .describe('By field and function; null without a value.');

/** What was calculated over all records of a list. */
export const Aggregates = z.object({
  data: Measured,
  timedOut: z.array(text).describe('What took too long, such as `year:median`. Its value is null.'),
});

export type Aggregates = AnswerOf<typeof Aggregates>;

const Group = z.object({
  value: z
    .union([text, z.number(), z.boolean()])
    .nullable()
    .describe('The value, the year of a date, or null for records without a value.'),
  label: text.optional().describe('For a reference: the title of the record it refers to.'),
  count,
  where: z.looseObject({}).describe('The filter of `where` that finds the records of the group.'),
  aggregates: Measured,
});

/** A page of the groups of a list by one field. */
export const Groups = z.object({
  by: text.describe('The field of these groups: the first one of `_by`.'),
  data: z.array(Group),
  total: count.nullable().describe('The number of groups; null with `timedOut`.'),
  page: count,
  perPage: count,
  pageCount: count.nullable(),
  longer: count
    .nullable()
    .describe(
      'Records in no group: with a text of more than 200 characters, or a bound such as `<0.5`.',
    ),
  timedOut: z.boolean(),
});

export type Groups = AnswerOf<typeof Groups>;
