import type { FieldInputs } from '../../field-ui.ts';
import { LineInput, ContainsFilter } from '../../screen/line-input.ui.tsx';

export const inchiKeyInputs: FieldInputs = {
  Input: LineInput,
  Filter: ContainsFilter,
};
