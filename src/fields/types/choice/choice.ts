import { z } from 'zod';
import {
  checkChoices,
  choiceColumn,
  choiceLabel,
  choiceRule,
  choiceSettings,
  offersOf,
  choiceShape,
  readWrittenChoice,
  renamedChoices,
  type ChoiceValue,
  choiceOperand,
} from '../../type/choice-list.ts';
import { toStates, statesSetting } from '../../type/choice-states.ts';
import { defineFieldType } from '../../type/field-type.ts';
import { equality, order } from '../../type/operators.ts';

/** One of a few values, as a part of an object has it. */
export const choicePart = defineFieldType({
  settings: choiceSettings,
  column: choiceColumn,
  value: choiceRule,
  filter: {
    // Tiers and other numbers have an order; words have the order of a list sorted by them.
    operators: [...equality, ...order],
    operand: choiceOperand,
  },
  text: {
    write: (value: ChoiceValue) => String(value),
    read: (written, settings) => readWrittenChoice(written.trim(), settings),
    words: (value, settings, { language }) => choiceLabel(value, settings, language),
  },
  arranges: 'board',
  renamed: renamedChoices,
  offers: offersOf,
  examples: [
    {
      settings: {
        choices: [
          'draft',
          { value: 'reviewed', label: { en: 'Reviewed', de: 'Geprüft' }, color: 'success' },
        ],
      },
      valid: ['draft', 'reviewed'],
      invalid: ['Draft', 'other', 1, true, ['draft']],
    },
    {
      settings: { choices: ['email', { value: 'fax', retired: true }] },
      valid: ['email', 'fax'],
      invalid: ['letter'],
    },
    { settings: { choices: [1, 2, 3, 4] }, valid: [1, 4], invalid: [5, '1', 1.5, null] },
  ],
});

/** One of a few values, which may be the states of the record. */
export const choice = defineFieldType({
  ...choicePart,
  settings: z.strictObject({ ...choiceShape, states: statesSetting }).superRefine(checkChoices),
  states: toStates,
});
