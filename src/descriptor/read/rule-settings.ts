import { z } from 'zod';
import { localizedText } from '../../fields/localized-text.ts';
import { filterSetting } from './filter-setting.ts';

/** What a resource can say of values that go together. */
export const ruleSettings = {
  unique: z
    .array(z.array(z.string()).min(2))
    .optional()
    .describe(
      'Lists of fields whose values together no two records may share: `[["source", "sampleCode"]]`. Records where one of them is empty do not count.',
    ),
  checks: z
    .array(
      z.strictObject({
        check: filterSetting.describe('The filter each record must meet when it is written.'),
        message: localizedText.describe('What is said when it does not.'),
        fields: z
          .array(z.string())
          .min(1)
          .optional()
          .describe('The fields it is said at. Default: those the check names.'),
      }),
    )
    .optional()
    .describe(
      'What must hold of a record as a whole: `{"not": {"valueMin_gt": {"$field": "valueMax"}}}`. Holds in the form, the API and files.',
    ),
};
