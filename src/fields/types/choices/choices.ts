import { z } from 'zod';
import {
  choiceColumn,
  choiceRule,
  choiceSettings,
  offersOf,
  readWrittenChoice,
  renamedChoices,
  type ChoiceValue,
  choiceOperand,
} from '../../type/choice-list.ts';
import { defineFieldType } from '../../type/field-type.ts';
import { equality, set } from '../../type/operators.ts';
import { readList, writeList, withoutRepeats } from '../../text/written-list.ts';

export const choices = defineFieldType({
  settings: choiceSettings,
  column: (settings) => ({ ...choiceColumn(settings), many: true }),
  value: (settings) =>
    z.array(choiceRule(settings)).check(withoutRepeats).meta({ uniqueItems: true }),
  filter: { operators: [...equality, ...set], operand: choiceOperand },
  text: {
    write: (values: readonly ChoiceValue[]) => writeList(values.map(String)),
    read: (written, settings) =>
      readList(written).map((member) => readWrittenChoice(member, settings)),
  },
  renamed: renamedChoices,
  offers: offersOf,
  examples: [
    {
      settings: { choices: ['virgin', 'recycled', 'biobased'] },
      valid: [['virgin'], ['recycled', 'virgin'], []],
      invalid: ['virgin', ['other'], ['virgin', 'virgin'], [1], {}],
    },
    { settings: { choices: [1, 2, 3] }, valid: [[3, 1]], invalid: [['1'], [4]] },
  ],
});
