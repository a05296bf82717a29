import type { FieldInputs } from '../../field-ui.ts';
import { LineInput, ContainsFilter } from '../../screen/line-input.ui.tsx';

export const urlInputs: FieldInputs = {
  Input: (props) => <LineInput {...props} inputMode="url" />,
  Filter: ContainsFilter,
};
