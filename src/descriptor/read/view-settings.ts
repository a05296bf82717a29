import { z } from 'zod';
import { localizedText } from '../../fields/localized-text.ts';
import { densities } from '../declared-view.ts';
import { filterSetting } from './filter-setting.ts';

/** Views of a list that come with the installation, beside those people save for themselves. */
export const viewSettings = z.array(
  z.strictObject({
    name: z
      .string()
      .regex(/^[a-z][A-Za-z0-9]{0,49}$/)
      .meta({ title: 'a name such as toDo' })
      .describe('The key of the view in its address.'),
    label: localizedText
      .optional()
      .describe('The label of the view. Default: derived from its key.'),
    roles: z
      .array(z.string())
      .min(1)
      .optional()
      .describe('The roles that see the view. Default: all roles that can list.'),
    default: z
      .boolean()
      .optional()
      .describe('Opens the list with this view; at most one view per role. Default: false.'),
    filter: filterSetting
      .optional()
      .describe('The filter, as in the `where` parameter of lists. Default: none.'),
    q: z.string().min(1).optional().describe('The search words. Default: none.'),
    sort: z.string().min(1).optional().describe('The order. Default: the order of the list.'),
    columns: z
      .array(z.string())
      .min(1)
      .optional()
      .describe('The columns in display order. Default: the columns of the list.'),
    density: z
      .enum(densities)
      .optional()
      .describe('The row density. Default: the preference of each user.'),
    perPage: z
      .number()
      .int()
      .min(0)
      .max(1000)
      .optional()
      .describe(
        'The number of records per page, 0 for a list without pages. Default: the setting of the list.',
      ),
  }),
);
