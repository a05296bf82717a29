import { z } from 'zod';
import { localizedText } from '../../fields/localized-text.ts';
import { fieldName } from '../../fields/to-field.ts';
import { cardKinds } from '../permissions/dashboard.ts';
import { filterSetting } from './filter-setting.ts';

/** What the dashboard shows, card by card. */
export const dashboardSettings = z.array(
  z.strictObject({
    name: fieldName.describe('By what the card is asked for; each has another.'),
    kind: z
      .enum(cardKinds)
      .describe(
        'What it shows: `count` how many records there are and how that has grown, `check` how many there are that should not be, `list` the first records, `chart` how often values occur, `changes` what was changed last.',
      ),
    label: localizedText
      .optional()
      .describe('Its title. Default: of a `count` that of the resource, else made from the name.'),
    help: localizedText.optional().describe('What else is to be said of it. Default: nothing.'),
    roles: z
      .array(z.string())
      .min(1)
      .optional()
      .describe(
        'The roles it is for. Default: all. Who may not list the resource, or not read a field that is asked for, does not get it in any case.',
      ),
    resource: z
      .string()
      .optional()
      .describe('The resource whose records it is about; every kind but `changes` has one.'),
    filter: filterSetting
      .optional()
      .describe('Which of its records, as the parameter `where` of lists. Default: all.'),
    by: z.string().min(1).optional().describe('Of a `chart` the field whose values are counted.'),
    every: z
      .enum(['month'])
      .optional()
      .describe(
        'Of a `chart` by a date or a time: a bar for each `month`, the last twelve, instead of one for each year.',
      ),
    columns: z
      .array(z.string())
      .min(1)
      .optional()
      .describe('Of a `list` the fields beside the titles. Default: none.'),
    sort: z
      .string()
      .min(1)
      .optional()
      .describe('Of a `list` its order. Default: that of the list of the resource.'),
    limit: z
      .number()
      .int()
      .min(1)
      .max(20)
      .optional()
      .describe(
        'How many records of a `list` or `changes`, values of a `chart` or months. Default: 5 records, 10 changes, 8 values, 12 months.',
      ),
  }),
);

export const currentSetting = z
  .string()
  .describe(
    'The resource of which everybody can choose one record as the current one, such as a project: lists of what refers to it, and the dashboard, begin with what belongs to it. Default: none.',
  );
