import { z } from 'zod';
import { localizedText } from '../../fields/localized-text.ts';
import { fieldName } from '../../fields/to-field.ts';
import { iconNames } from '../icons.ts';

/** Pages of the screens besides those of the resources: an entry of the menu here, code in an extension. */
export const pageSettings = z.array(
  z.strictObject({
    name: fieldName.describe('The name of the page, which its code has too.'),
    path: z
      .string()
      .regex(/^(\/[A-Za-z][A-Za-z0-9-]*){1,4}$/)
      .meta({ title: 'a path such as /tools/lookup' })
      .describe('Its address, which begins with no path of a resource or of the system.'),
    label: localizedText
      .optional()
      .describe('Its title and its entry in the menu. Default: made from the name.'),
    help: localizedText
      .optional()
      .describe(
        'What it is for, in a sentence: below its title on the page of tools. Default: none.',
      ),
    icon: z.enum(iconNames).optional().describe('The icon in the menu. Default: `tune`.'),
    roles: z
      .array(z.string())
      .optional()
      .describe(
        'Who may open it, besides roles with `all`. Default: everybody who is signed in. What it shows obeys the permissions of the resources in any case.',
      ),
    group: z
      .string()
      .optional()
      .describe('The group of the menu it stands in, by its `key` in `app.groups`. Default: none.'),
  }),
);
