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
      .describe('By what its address names the view.'),
    label: localizedText
      .optional()
      .describe('How the view is called. Default: made from its name.'),
    roles: z
      .array(z.string())
      .min(1)
      .optional()
      .describe('The roles it is for. Default: all that may list.'),
    default: z
      .boolean()
      .optional()
      .describe('The list opens with it; one view per role can. Default: false.'),
    filter: filterSetting
      .optional()
      .describe('Its filter, as the parameter `where` of lists. Default: none.'),
    q: z.string().min(1).optional().describe('Words it searches for. Default: none.'),
    sort: z.string().min(1).optional().describe('Its order. Default: that of the list.'),
    columns: z
      .array(z.string())
      .min(1)
      .optional()
      .describe('Its columns, in their order. Default: those of the list.'),
    density: z
      .enum(densities)
      .optional()
      .describe('How close its rows stand. Default: as whoever looks has it.'),
    perPage: z
      .number()
      .int()
      .min(0)
      .max(1000)
      .optional()
      .describe(
        'How many records a page has, 0 for a list without pages. Default: that of the list.',
      ),
  }),
);
