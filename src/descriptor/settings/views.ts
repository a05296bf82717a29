import { z } from 'zod';
import type { Text } from '../../fields/type/field.ts';
import { choiceColors } from '../../fields/type/choice-list.ts';
import { localizedText } from '../../fields/problems/localized-text.ts';
import { sortOrder } from '../../fields/type/named-parts.ts';
import { filterSetting } from '../../fields/type/to-field.ts';
import { shownAsPattern } from '../shown-as.ts';
import { fieldNames, fieldPaths, keyName, roleNames, type WithDefaults } from './settings.ts';

export const densities = ['compact', 'standard', 'comfortable'] as const;

/** A colour of records that match a condition. */
export const listColor = z.strictObject({
  when: filterSetting.describe(
    'The records: a condition over fields of the record, which may be computed. Roles that may not read one of them see no colour.',
  ),
  color: z.enum(choiceColors).describe('The colour, as of a choice.'),
  label: localizedText.describe('What it means: the sign beside the colour says so.'),
  fields: fieldNames
    .min(1)
    .optional()
    .describe('The fields whose values are coloured. Default: the whole record.'),
});

/** What a list is shown as instead of a table. */
export const arrangementText = z.string().regex(shownAsPattern);

/** A view of a list that the descriptor declares, in addition to the views that users save. */
export const viewSettings = z.strictObject({
  name: keyName
    .meta({ title: 'a name such as toDo' })
    .describe('The key of the view in its address.'),
  label: localizedText.optional().describe('The label of the view. Default: derived from its key.'),
  roles: roleNames
    .min(1)
    .optional()
    .describe('The roles that see the view. Default: all roles that can list.'),
  default: z
    .boolean()
    .default(false)
    .describe('Opens the list with this view; at most one view per role.'),
  filter: filterSetting
    .optional()
    .describe(
      'The filter: a condition. If a role may not read one of its fields, the view says so, and lists nothing until the user agrees to continue without that condition. Default: none.',
    ),
  q: z.string().min(1).optional().describe('The search words. Default: none.'),
  sort: sortOrder.optional().describe('The order. Default: the order of the list.'),
  columns: fieldPaths
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
  shownAs: arrangementText
    .meta({
      title: 'board:<field>, calendar:<field>[..<end>][ by <field>] or tree:<field>',
    })
    .optional()
    .describe(
      '`board:<field>` shows a column of cards for each choice of a field, `calendar:<field>` the months of a date, `calendar:<begin>..<end>` records from one date to another, `calendar:<begin>..<end> by <field>` the same with a row for each record that a reference names, or for each choice, `tree:<field>` each record below its parent. Default: a table.',
    ),
});

export type DeclaredView = WithDefaults<typeof viewSettings, { label: Text }> & {
  /** Only in what a role sees: its filter has conditions that the role could not set, and lacks them here. */
  dropped?: readonly 'where'[];
};

/** The views a role may choose from. */
export function viewsFor(views: readonly DeclaredView[], role: string): readonly DeclaredView[] {
  return views.filter(({ roles }) => roles?.includes(role) ?? true);
}
