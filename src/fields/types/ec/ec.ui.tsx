import type { FieldUi } from '../../field-ui.ts';
import { IdentifierCell } from '../../screen/line-cell.ui.tsx';

export const ecUi: FieldUi = {
  Cell: IdentifierCell,
  width: () => 'narrow',
};
