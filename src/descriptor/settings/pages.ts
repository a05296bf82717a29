import { z } from 'zod';
import type { Text } from '../../fields/type/field.ts';
import { icon } from '../../fields/text/icons.ts';
import { localizedText } from '../../fields/problems/localized-text.ts';
import { collectionName, groupKey } from '../../fields/type/named-parts.ts';
import { fieldName } from '../../fields/type/to-field.ts';
import type { Descriptor } from '../descriptor.ts';
import { roleNames, type WithDefaults } from './settings.ts';

/** A page that belongs to no resource: the descriptor declares its menu entry, an extension has its code. */
export const pageSettings = z.strictObject({
  name: fieldName.describe('The name of the page; its code uses the same name.'),
  path: z
    .string()
    .regex(/^(\/[A-Za-z][A-Za-z0-9-]*){1,4}$/)
    .meta({ title: 'a path such as /tools/lookup' })
    .describe(
      'The address of the page; it must not start with the path of a resource or of the system.',
    ),
  label: localizedText
    .optional()
    .describe('The title of the page and of its menu entry. Default: derived from the name.'),
  help: localizedText
    .optional()
    .describe(
      'The purpose of the page in one sentence, shown below its title on the Tools page. Default: none.',
    ),
  icon: icon.default('tune').describe('The icon in the menu.'),
  roles: roleNames
    .optional()
    .describe(
      'The roles that may open the page, in addition to roles with `all`. Default: every signed-in user. The permissions of the resources still apply to its content.',
    ),
  group: groupKey
    .optional()
    .describe('The menu group, by its `key` in `app.groups`. Default: none.'),
  fills: collectionName
    .optional()
    .describe(
      'The resource whose records the page creates. Its empty list leads to the page. Default: none.',
    ),
});

export type Page = WithDefaults<typeof pageSettings, { label: Text }>;

/** Whether a role may open the page. If the page names no roles, all may. */
export function mayOpen(descriptor: Descriptor, role: string, { roles }: Page): boolean {
  return roles === undefined || descriptor.roles.get(role)?.all === true || roles.includes(role);
}
