import { z } from 'zod';
import type { AnswerOf } from './answer-of.ts';
import { text } from './parts.ts';

/** Which fields of a draft are shown, required and read-only, as far as conditions about other records decide. */
export const FieldStates = z.object({
  states: z.record(
    text,
    z.object({ shown: z.boolean(), required: z.boolean(), readOnly: z.boolean() }),
  ),
});
export type FieldStates = AnswerOf<typeof FieldStates>;
