import { z } from 'zod';
import type { AnswerOf } from '../answer-of.ts';
import { moment, nullableText, text } from '../parts.ts';

/** The body that begins to watch. */
export const NewWatch = z.strictObject({
  resource: z.string().min(1).max(200).describe('The collection.'),
  record: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('The `_id` of a record, whose changes you want to know; absent: new records.'),
});

export const Watch = z.object({
  _id: text,
  resource: text,
  record: nullableText.describe('Empty: the new records of the collection.'),
  createdAt: moment,
});

export type Watch = AnswerOf<typeof Watch>;

export const Watches = z.object({ data: z.array(Watch) });

export type Watches = AnswerOf<typeof Watches>;
