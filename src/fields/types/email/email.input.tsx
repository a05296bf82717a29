import type { FieldInputs } from '../../field-ui.ts';
import { LineInput, ContainsFilter } from '../../screen/line-input.ui.tsx';

export const emailInputs: FieldInputs = {
  Input: (props) => <LineInput {...props} inputMode="email" />,
  Filter: ContainsFilter,
};
