import { z } from 'zod';
import type { AnswerOf } from './answer-of.ts';
import { Job } from './jobs.ts';
import { nullableText, text } from './parts.ts';

/** The imports of the sheets of a workbook, in the order of their references. */
export const SheetJobs = z.object({ data: z.array(Job) });

/** The sheets of a workbook, each with the collection that it probably belongs to. */
export const SheetSuggestions = z.object({
  data: z.array(z.object({ sheet: text, resource: nullableText })),
});

export type SheetSuggestions = AnswerOf<typeof SheetSuggestions>;
