import { z } from 'zod';
import type { AnswerOf } from './answer-of.ts';
import { text } from './parts.ts';

/** Somebody else who has a record open; no more of them than what they are called. */
const Person = z.object({
  name: text,
  editing: z.boolean().describe('Whether there are unsaved changes'),
});

export type Person = AnswerOf<typeof Person>;

/** Who else has a record open. */
export const Present = z.object({ people: z.array(Person) });

export type Present = AnswerOf<typeof Present>;
