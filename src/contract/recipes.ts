import { z } from 'zod';
import type { AnswerOf } from './answer-of.ts';
import { request } from './jobs.ts';
import { count, moment, nullableText, text } from './parts.ts';

/** A recipe as it was saved once. */
const RecipeVersion = z.object({
  version: count,
  name: text,
  savedBy: text,
  savedByName: nullableText.describe('`null` if the caller may not see the names of users.'),
  savedAt: moment,
  request,
});

export type RecipeVersion = AnswerOf<typeof RecipeVersion>;

export const RecipeVersions = z.object({ data: z.array(RecipeVersion) });
