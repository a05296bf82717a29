import { z } from 'zod';
import { likenesses } from '../duplicates.ts';

/** By what records are looked for that were entered twice. */
export const duplicateSettings = z
  .array(
    z.strictObject({
      field: z.string().describe('The text field to compare.'),
      by: z
        .enum(likenesses)
        .optional()
        .describe(
          '`value`: equal apart from upper and lower case and spaces; `letters`: the same letters and digits, ignoring everything else; `similarity`: similar text, for a field with `search`. Default: `value`.',
        ),
    }),
  )
  .min(1)
  .describe(
    'The rules that find records which may be duplicates, for the page where duplicates are merged. Default: the resource is not on that page.',
  );
