import { z } from 'zod';

/** So many at once; who has more asks again. */
export const MOST_VALUES = 1_000;

export const lookupBody = z.strictObject({
  values: z
    .array(z.string().max(500))
    .min(1)
    .max(MOST_VALUES)
    .describe('What is looked for: numbers, names, identifiers as somebody wrote them.'),
  fields: z
    .array(z.string())
    .min(1)
    .max(20)
    .describe('The fields it may stand in, each of one value or of a list of texts.'),
});
