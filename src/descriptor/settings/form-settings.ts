import { z } from 'zod';
import { localizedText } from '../../fields/problems/localized-text.ts';
import { nameList } from './settings.ts';

const tabSettings = z.strictObject({
  tab: localizedText.describe('The title of the section.'),
  fields: nameList.min(1).describe('The fields of the section in display order.'),
});

/** The sections of the page, or its tabs. */
export const tabList = z.array(tabSettings).min(1);

/** The page of a record. */
export const formSettings = z.strictObject({
  head: nameList
    .optional()
    .describe(
      'The fields shown under the title of a record: key facts, state, a drawing. Default: none.',
    ),
  tabs: tabList
    .optional()
    .describe('The sections of the page of a record. Default: one section with all fields.'),
  layout: z
    .enum(['sections', 'tabs'])
    .default('sections')
    .describe(
      'How the page shows them: `sections` below each other with a table of contents, or one at a time on `tabs`.',
    ),
});
