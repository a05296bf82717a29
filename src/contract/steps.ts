import { z } from 'zod';
import {
  dateOrders,
  letterCases,
  MOST_STEPS,
  MOST_VALUES,
  otherValues,
  rangeValues,
  type Step as FileStep,
} from '../files/steps/step.ts';

const column = z.string().min(1).max(1_000).describe('The name of the column.');
const text = z.string().max(1_000);
const given = z.string().min(1).max(1_000);
const separator = z.string().min(1).max(20);

/** A change of the cells of a file before they are read as fields. */
const Step = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('trim'), column }),
  z.strictObject({
    do: z.literal('replace'),
    column,
    find: given,
    by: text,
    isPattern: z.boolean().optional(),
  }),
  z.strictObject({
    do: z.literal('remove'),
    column,
    prefix: text.optional(),
    suffix: text.optional(),
  }),
  z.strictObject({ do: z.literal('case'), column, to: z.enum(letterCases) }),
  z.strictObject({
    do: z.literal('take'),
    column,
    after: text.optional(),
    before: text.optional(),
  }),
  z.strictObject({
    do: z.literal('part'),
    column,
    separator,
    number: z.int().min(-1_000).max(1_000),
  }),
  z.strictObject({
    do: z.literal('split'),
    column,
    separator,
    into: z.array(column).min(1).max(50),
  }),
  z.strictObject({
    do: z.literal('join'),
    columns: z.array(column).min(1).max(50),
    separator: z.string().max(20),
    into: column,
  }),
  z.strictObject({
    do: z.literal('number'),
    column,
    decimal: z.enum(['.', ',']),
    units: z.array(z.string().min(1).max(100)).max(50).optional(),
    qualifier: column.optional(),
    range: z.enum(rangeValues).optional(),
  }),
  z.strictObject({
    do: z.literal('date'),
    column,
    order: z.enum(dateOrders),
    pivot: z.int().min(0).max(99).optional(),
    serial: z.boolean().optional(),
  }),
  z.strictObject({
    do: z.literal('map'),
    column,
    values: z
      .array(z.tuple([z.string().max(1_000), text]).meta({ items: {}, maxItems: 2 }))
      .max(MOST_VALUES),
    others: z.enum(otherValues).optional(),
    separator: separator
      .optional()
      .describe('The separator of a list, of which each part is then looked up.'),
  }),
  z.strictObject({ do: z.literal('fill'), column }),
]) satisfies z.ZodType<FileStep>;

export const Steps = z.array(Step).max(MOST_STEPS);

const count = z.int().min(0);

/** What a step has changed in the whole file, in the order of the steps. */
export const StepCounts = z.array(
  z.object({
    changed: count.describe('The number of cells that the step has changed.'),
    warnings: count.describe(
      'The number of cells that it could not read and has left as they are.',
    ),
    missing: z
      .array(z.string())
      .optional()
      .describe('Its columns that no record of JSON has; a table without them is refused.'),
  }),
);
