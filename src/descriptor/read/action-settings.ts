import { z } from 'zod';
import { localizedText } from '../../fields/localized-text.ts';
import { fieldName } from '../../fields/to-field.ts';
import { iconNames } from '../icons.ts';
import { filterSetting } from './filter-setting.ts';

/** What can be done with a record beyond writing it: a button here, a route of the API there. */
export const actionSettings = z.array(
  z.strictObject({
    name: fieldName.describe('The name of the action; its code uses the same name.'),
    label: localizedText
      .optional()
      .describe('The label of the button. Default: derived from the name.'),
    icon: z.enum(iconNames).optional().describe('The icon of the button. Default: `tune`.'),
    confirm: localizedText
      .optional()
      .describe(
        'The question to confirm before the action runs. Default: none, unless the action has a form.',
      ),
    form: z
      .strictObject({
        fields: z
          .record(z.string(), z.unknown())
          .describe('The fields of the form, declared like the fields of a resource.'),
      })
      .optional()
      .describe('The form to fill in before the action runs. Default: none.'),
    roles: z
      .array(z.string())
      .optional()
      .describe('The roles that may run it, in addition to roles with `all`. Default: none.'),
    bulk: z
      .boolean()
      .optional()
      .describe('Also offers the action for the records selected in the list. Default: false.'),
    when: filterSetting
      .optional()
      .describe(
        'A filter for the records that show the action, on their page and in the row menu. The route must reject other records itself. Default: all records.',
      ),
    method: z
      .enum(['POST', 'PUT', 'PATCH', 'DELETE'])
      .optional()
      .describe('The HTTP method of its route. Default: `POST`.'),
    path: z
      .string()
      .regex(/^\/api(\/[A-Za-z0-9-]+)+\/\{_id\}(\/[A-Za-z0-9-]+)*$/)
      .meta({ title: 'a path such as /api/sources/{_id}/review' })
      .optional()
      .describe('The path of its route. Default: the root of the resource, `{_id}` and the name.'),
  }),
);
