import { z } from 'zod';

/**
 * How two records are compared. `value`: the texts are equal apart from case and spaces;
 * `letters`: their letters and digits are equal; `similarity`: the texts are similar.
 */
export const likenesses = ['value', 'letters', 'similarity'] as const;

export type Likeness = (typeof likenesses)[number];

/** A rule for comparing records. */
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
