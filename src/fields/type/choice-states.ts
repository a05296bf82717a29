import { z } from 'zod';
import { choiceValue, choiceValues, type ChoiceSettings, type ChoiceValue } from './choice-list.ts';
import { icon } from '../text/icons.ts';
import { localizedText } from '../problems/localized-text.ts';
import { ownFieldName, roleName } from './named-parts.ts';
import { fieldName, filterSetting } from './to-field.ts';

const transition = z.strictObject({
  name: fieldName.describe(
    'The name of the transition, for bulk actions; no other transition or action of the resource has it.',
  ),
  from: z.array(choiceValue).min(1).describe('The states in which the transition is possible.'),
  to: choiceValue.describe('The state that it leads to.'),
  label: localizedText
    .optional()
    .describe('The label of the button. Default: derived from the name.'),
  icon: icon.default('tune').describe('The icon of the button.'),
  roles: z
    .array(roleName)
    .optional()
    .describe(
      'The roles that may use the transition, in addition to roles with `all`. Each must be able to change the record and the field. Default: all roles that can.',
    ),
  when: filterSetting
    .optional()
    .describe(
      'The condition that the record must meet as it will be after the transition, with the values that are sent along. Default: all records.',
    ),
  reason: localizedText
    .optional()
    .describe(
      'Why the transition is not possible for records that do not match `when`. Default: `when` in words.',
    ),
  required: z
    .array(ownFieldName)
    .default([])
    .describe('The fields that must have a value for the transition.'),
  form: z
    .array(ownFieldName)
    .default([])
    .describe('The fields of the record that the button asks for.'),
  confirm: localizedText
    .optional()
    .describe(
      'The question to confirm before the transition. Default: none, unless it has a form.',
    ),
  mail: z
    .strictObject({
      to: z
        .array(z.string())
        .min(1)
        .describe(
          'Who gets the email: fields of type `email` and references to `users`, of the record (`createdBy`) or behind a reference (`pupil.email`).',
        ),
    })
    .optional()
    .describe(
      'Sends an email that says who changed which record from which state to which. The person who does it gets none. Default: none.',
    ),
});

/** The setting `states` of `choice`. */
export const statesSetting = z
  .strictObject({
    initial: z
      .array(choiceValue)
      .min(1)
      .optional()
      .describe('The states in which new records begin. Default: the first choice.'),
    transitions: z
      .array(transition)
      .describe('The steps from one state to another. No other change of the field is allowed.'),
  })
  .optional()
  .describe(
    'Makes the choices the states of a record: new records begin in an initial state, and only the transitions lead to others. Default: every change is allowed.',
  );

export type TransitionSource = z.output<typeof transition>;

/** The states of a record, as declared. */
export type States = {
  /** Of all choices, in their order. */
  all: readonly ChoiceValue[];
  initial: readonly ChoiceValue[];
  transitions: readonly TransitionSource[];
};

/** The states of a field, with the initial ones filled in; undefined where every change is allowed. */
export function toStates(
  settings: ChoiceSettings & { states?: z.output<typeof statesSetting> },
): States | undefined {
  const { states } = settings;
  if (!states) return undefined;
  const all = choiceValues(settings);
  return { all, initial: states.initial ?? all.slice(0, 1), transitions: states.transitions };
}
