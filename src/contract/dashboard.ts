import { z } from 'zod';
import type { AnswerOf } from './answer-of.ts';
import { Facet } from './lists.ts';
import { count, text } from './parts.ts';

const day = z.iso.date();

const Trend = z
  .object({
    since: day,
    days: z.array(
      z.object({
        day,
        created: count,
        deleted: count
          .nullable()
          .describe('Null if it is unknown whether the deleted records belonged to the card.'),
      }),
    ),
  })
  .describe('The last 30 days; days without a change are left out.');

export type Trend = AnswerOf<typeof Trend>;

const total = { total: count.nullable(), totalIsEstimate: z.boolean() };
const inTime = { timedOut: z.literal(false) };

/** The content of a dashboard card. */
export const CardAnswer = z.union([
  z.object({ kind: z.enum(['count', 'check', 'list', 'chart']), timedOut: z.literal(true) }),
  z.object({ kind: z.literal('count'), ...inTime, ...total, trend: Trend.nullable() }),
  z.object({
    kind: z.literal('check'),
    ...inTime,
    ...total,
    isEmpty: z.boolean().describe('Whether there are no records to check at all.'),
  }),
  z.object({
    kind: z.literal('list'),
    ...inTime,
    ...total,
    records: z.array(z.looseObject({ _id: text })),
  }),
  z.object({
    kind: z.literal('chart'),
    ...inTime,
    since: day.describe('For a chart by month: the first month.'),
    periods: z
      .array(z.object({ period: text, count }))
      .describe('Months without a record are left out.'),
  }),
  z.object({
    kind: z.literal('chart'),
    ...inTime,
    facet: Facet.describe('For a chart by a field: the same shape as a facet of the resource.'),
  }),
]);

export type CardAnswer = AnswerOf<typeof CardAnswer>;

/** The kinds of card that have an answer of their own; `changes` reads the lists. */
export type AnswerKind = CardAnswer['kind'];

/** What a card of one kind shows if it did not time out. */
export type CardContent<Kind extends AnswerKind> = Extract<
  CardAnswer,
  { kind: Kind; timedOut: false }
>;
