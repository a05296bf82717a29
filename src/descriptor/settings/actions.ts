import { z } from 'zod';
import type { Field, Text } from '../../fields/type/field.ts';
import { icon } from '../../fields/text/icons.ts';
import { localizedText } from '../../fields/problems/localized-text.ts';
import { fieldName, filterSetting, type FieldSource } from '../../fields/type/to-field.ts';
import type { DeclaredFilter } from '../filter/declared-filter.ts';
import { mayDo, mayWrite } from '../access.ts';
import type { Descriptor, Resource } from '../descriptor.ts';
import type { Step } from '../rules/states.ts';
import { roleNames, type WithDefaults } from './settings.ts';

/** An action on a record besides editing: a button on the screens, a route of the API. */
export const actionSettings = z.strictObject({
  name: fieldName.describe('The name of the action; its code uses the same name.'),
  label: localizedText
    .optional()
    .describe('The label of the button. Default: derived from the name.'),
  icon: icon.default('tune').describe('The icon of the button.'),
  confirm: localizedText
    .optional()
    .describe(
      'The question to confirm before the action runs. Default: none, unless the action has a form.',
    ),
  form: z
    .strictObject({
      fields: z
        .record(z.string(), z.custom<FieldSource>())
        .describe('The fields of the form, declared like the fields of a resource.'),
    })
    .optional()
    .describe('The form to fill in before the action runs. Default: none.'),
  roles: roleNames
    .default([])
    .describe('The roles that may run it, in addition to roles with `all`.'),
  bulk: z
    .boolean()
    .default(false)
    .describe('Also offers the action for the records selected in the list.'),
  when: filterSetting
    .optional()
    .describe(
      'The condition on the records that the action is for; it may ask for other records. For others the button is disabled and says why, and the server refuses the action before its code runs (`S031`). Default: all records.',
    ),
  reason: localizedText
    .optional()
    .describe(
      'Why the action is not possible for records that do not match `when`. Default: `when` in words.',
    ),
  method: z
    .enum(['POST', 'PUT', 'PATCH', 'DELETE'])
    .default('POST')
    .describe('The HTTP method of its route.'),
  path: z
    .string()
    .regex(/^\/api(\/[A-Za-z0-9-]+)+\/\{_id\}(\/[A-Za-z0-9-]+)*$/)
    .meta({ title: 'a path such as /api/sources/{_id}/review' })
    .optional()
    .describe('The path of its route. Default: the root of the resource, `{_id}` and the name.'),
});

export type Action = WithDefaults<
  typeof actionSettings,
  {
    label: Text;
    form: ReadonlyMap<string, Field>;
    /** The records that the action is for; absent: all. */
    when?: DeclaredFilter;
    /** For an action that is a transition between states: what it writes. */
    step?: Step;
    /** Contains `{_id}` in place of the record's ID. */
    path: string;
  }
>;

/**
 * Whether a role may run an action, or take a step. With a key it needs `update` as well: for an action with code, of
 * all fields, because nobody knows which ones the code changes; for a step, of its field.
 */
export function mayRun(
  descriptor: Descriptor,
  role: string,
  resource: Resource,
  action: Action,
): boolean {
  const { all, narrowing } = descriptor.roles.get(role) ?? {};
  if (!narrowing) return all === true || action.roles.includes(role);
  const mayChange = action.step
    ? mayWrite(descriptor, role, resource, action.step.field)
    : narrowing.grants.get(resource)?.fields === undefined;
  return (
    mayChange &&
    mayDo(descriptor, role, resource, 'update') &&
    mayRun(narrowing.of, role, resource, action)
  );
}
