import type { CellProps, FieldUi } from '../../field-ui.ts';
import { ChoiceChip, choiceOptions } from '../../screen/choice-chip.ui.tsx';

export const choiceUi: FieldUi = {
  Cell: ChoiceCell,
  width: () => 'narrow',
  options: choiceOptions,
};

function ChoiceCell({ field, value }: CellProps) {
  return <ChoiceChip field={field} value={value as string | number} />;
}
