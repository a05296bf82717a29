import type { FieldUi } from '../../type/field-ui.ts';
import { ChoiceChip, choiceOptions } from '../../screen/choice-chip.ui.tsx';

export const choiceUi: FieldUi = {
  Cell: ({ field, value }) => <ChoiceChip field={field} value={value as string | number} />,
  width: () => 'narrow',
  options: choiceOptions,
};
