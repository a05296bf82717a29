import { z } from 'zod';

/**
 * How to find two records that may mean the same. `value`: the texts are equal but for case and
 * spaces; `letters`: their letters and digits are; `similarity`: the texts are similar.
 */
export const likenesses = ['value', 'letters', 'similarity'] as const;

export type Likeness = (typeof likenesses)[number];

/** A rule by which records are compared. */
export const duplicateSettings = z.strictObject({
  field: z.string().describe('The text field to compare.'),
  by: z
    .enum(likenesses)
    .default('value')
    .describe(
      '`value`: equal apart from upper and lower case and spaces; `letters`: the same letters and digits, ignoring everything else; `similarity`: similar text, for a field with `search`.',
    ),
});

export type DuplicateRule = z.output<typeof duplicateSettings>;
