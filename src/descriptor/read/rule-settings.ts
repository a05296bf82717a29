import { z } from 'zod';
import { localizedText } from '../../fields/localized-text.ts';
import { filterSetting } from './filter-setting.ts';

/** What a resource can say of values that go together. */
export const ruleSettings = {
  unique: z
    .array(z.array(z.string()).min(2))
    .optional()
    .describe(
      'Lists of fields whose combined values must be unique: `[["source", "sampleCode"]]`. Records with an empty value in one of them are exempt.',
    ),
  checks: z
    .array(
      z.strictObject({
        check: filterSetting.describe('The filter that each record must match when it is written.'),
        message: localizedText.describe('The message if it does not match.'),
        fields: z
          .array(z.string())
          .min(1)
          .optional()
          .describe('The fields that show the message. Default: the fields in the check.'),
      }),
    )
    .optional()
    .describe(
      'Rules for a record as a whole, such as `{"not": {"valueMin_gt": {"$field": "valueMax"}}}`. They apply in forms, the API and imports.',
    ),
};
