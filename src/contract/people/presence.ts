import { z } from 'zod';
import type { AnswerOf } from '../answer-of.ts';
import { text } from '../parts.ts';

/** The body by which a window reports that it has a record open. */
export const PresenceReport = z.strictObject({
  tab: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .describe('An ID the client chooses for each of its windows.'),
  resource: z.string().max(200),
  _id: z.string().max(64),
  state: z.enum(['open', 'editing', 'closed']),
});

/** Another user who has a record open; only the name is shown, '' if the caller may not see it. */
export const Person = z.object({
  name: text,
  editing: z.boolean().describe('Whether there are unsaved changes'),
});

export type Person = AnswerOf<typeof Person>;

/** The other users who have a record open. */
export const PresentPeople = z.object({ people: z.array(Person) });

export type PresentPeople = AnswerOf<typeof PresentPeople>;
