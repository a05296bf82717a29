import { z } from 'zod';
import type { AnswerOf } from '../answer-of.ts';
import { text } from '../parts.ts';

/** What an expression gives for a few records. */
export const ExpressionValues = z.object({
  data: z.array(
    z.object({
      record: z
        .record(text, z.unknown())
        .describe('Its `_id`, and what of its title the caller may read.'),
      value: z.unknown().describe('A number, a text, a truth value, a day, a moment or null.'),
    }),
  ),
  timedOut: z.boolean().describe('Whether it takes so long that nothing was computed.'),
});

export type ExpressionValues = AnswerOf<typeof ExpressionValues>;
