import { z } from 'zod';
import type { AnswerOf } from '../answer-of.ts';
import { moment, nullableText, text } from '../parts.ts';

const id = z.string().min(1).max(100).optional();

/** The body that begins to watch. */
export const NewWatch = z
  .strictObject({
    resource: z.string().min(1).max(200).optional().describe('The collection.'),
    record: id.describe(
      'The `_id` of a record of it, whose changes you want to know; absent: new records.',
    ),
    thread: id.describe('The `_id` of a thread.'),
    view: id.describe(
      'The `_id` of a saved view without search words: which records enter and leave it.',
    ),
    fields: z
      .array(z.string().min(1).max(200))
      .max(100)
      .optional()
      .describe('With `view`: also changes of these fields of its records.'),
    own: z.literal(true).optional().describe('What others change in records that you created.'),
  })
  .describe('Has `resource`, `thread`, `view` or `own`.');

export type NewWatch = AnswerOf<typeof NewWatch>;

export const Watch = z
  .object({
    _id: text,
    resource: nullableText.describe('Empty: what you created.'),
    record: nullableText.describe(
      'Without `thread` and `record`: the new records of the collection.',
    ),
    title: nullableText.describe('The title of the record.'),
    thread: nullableText,
    view: nullableText,
    name: nullableText.describe('The name of the view.'),
    fields: z.array(text).describe('Of the view: the fields whose changes count.'),
    createdAt: moment,
  })
  .meta({ id: 'Watch' });

export type Watch = AnswerOf<typeof Watch>;

export const Watches = z.object({ data: z.array(Watch) });

export type Watches = AnswerOf<typeof Watches>;
