import { z } from 'zod';
import { ownFieldName } from '../fields/type/named-parts.ts';

/** A rule for comparing records. */
export const duplicateSettings = z.strictObject({
  field: ownFieldName.describe('The text field to compare.'),
  by: z
    .enum(['value', 'letters', 'similarity'])
    .default('value')
    .describe(
      '`value`: equal apart from upper and lower case and spaces; `letters`: the same letters and digits, ignoring everything else; `similarity`: similar text, for a field with `search`.',
    ),
});

export type DuplicateRule = z.output<typeof duplicateSettings>;
