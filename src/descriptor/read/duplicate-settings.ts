import { z } from 'zod';
import { likenesses } from '../duplicates.ts';

/** By what records are looked for that were entered twice. */
export const duplicateSettings = z
  .array(
    z.strictObject({
      field: z.string().describe('The field that is compared, one with text.'),
      by: z
        .enum(likenesses)
        .optional()
        .describe(
          '`value`: the same but for capitals and blanks; `letters`: the same letters and digits, whatever stands between them; `similarity`: much the same, for a field that is searched. Default: `value`.',
        ),
    }),
  )
  .min(1)
  .describe(
    'By what records are found that may mean the same, for the page of duplicates, where they are merged. Default: it is not on that page.',
  );
