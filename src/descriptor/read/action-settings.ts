import { z } from 'zod';
import { localizedText } from '../../fields/localized-text.ts';
import { fieldName } from '../../fields/to-field.ts';
import { iconNames } from '../icons.ts';
import { filterSetting } from './filter-setting.ts';

/** What can be done with a record beyond writing it: a button here, a route of the API there. */
export const actionSettings = z.array(
  z.strictObject({
    name: fieldName.describe('The name of the action, which its code has too.'),
    label: localizedText.optional().describe('What its button says. Default: made from the name.'),
    icon: z.enum(iconNames).optional().describe('The icon of the button. Default: `tune`.'),
    confirm: localizedText
      .optional()
      .describe('What is asked before it is done. Default: nothing, unless it has a form.'),
    form: z
      .strictObject({
        fields: z
          .record(z.string(), z.unknown())
          .describe('What is asked for, as fields of a resource are declared.'),
      })
      .optional()
      .describe('What has to be told for it. Default: nothing.'),
    roles: z
      .array(z.string())
      .optional()
      .describe('Who may do it, besides roles with `all`. Default: nobody.'),
    bulk: z
      .boolean()
      .optional()
      .describe('Also offered for the records chosen in the list. Default: false.'),
    when: filterSetting
      .optional()
      .describe(
        'The records it is offered for, on their page and in the menu of their row, as a filter. Its route has to refuse the others itself. Default: all.',
      ),
    method: z
      .enum(['POST', 'PUT', 'PATCH', 'DELETE'])
      .optional()
      .describe('The method of its route. Default: `POST`.'),
    path: z
      .string()
      .regex(/^\/api(\/[A-Za-z0-9-]+)+\/\{_id\}(\/[A-Za-z0-9-]+)*$/)
      .meta({ title: 'a path such as /api/sources/{_id}/review' })
      .optional()
      .describe('The path of its route. Default: the root, `{_id}` and the name.'),
  }),
);
