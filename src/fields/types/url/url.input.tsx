import type { FieldInputs } from '../../field-ui.ts';
import { ContainsFilter } from '../../screen/contains-filter.ui.tsx';
import { LineInput } from '../../screen/line-input.ui.tsx';

export const urlInputs: FieldInputs = {
  Input: (props) => <LineInput {...props} inputMode="url" />,
  Filter: ContainsFilter,
};
