import type { FieldUi } from './field-ui.ts';
import { ContainsFilter } from './screen/contains-filter.ui.tsx';
import { IdentifierCell } from './screen/line-cell.ui.tsx';
import { LineInput } from './screen/line-input.ui.tsx';

export const casUi: FieldUi = {
  Cell: IdentifierCell,
  Input: (props) => <LineInput {...props} />,
  Filter: ContainsFilter,
  width: () => 'narrow',
};
