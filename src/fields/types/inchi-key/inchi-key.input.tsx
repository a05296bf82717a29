import type { FieldInputs } from '../../field-ui.ts';
import { ContainsFilter } from '../../screen/contains-filter.ui.tsx';
import { LineInput } from '../../screen/line-input.ui.tsx';

export const inchiKeyInputs: FieldInputs = {
  Input: LineInput,
  Filter: ContainsFilter,
};
