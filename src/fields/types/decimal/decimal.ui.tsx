import type { FieldUi } from '../../type/field-ui.ts';
import { showDecimal } from '../../text/number-format.ts';
import { figuresSx } from '../../screen/line-cell.ui.tsx';
import { useLanguage } from '../../screen/texts.ui.ts';
import { withQualifier } from '../../type/qualifier-of.ts';
import { unitFieldOf, unitOf } from '../../type/unit-of.ts';

/** Amounts with a unit or a currency. */
export const decimalUi: FieldUi = {
  line: 'text',
  Cell: ({ field, value, place, record }) => {
    const number = showDecimal(String(value), field.kind.column(field.settings), useLanguage());
    const shown = withQualifier(field, number, record);
    const isInHead = place === 'list' && unitFieldOf(field) === undefined;
    // In a list the column's heading shows a unit that is the same in every row.
    const unit = isInHead ? undefined : unitOf(field, record);
    return <span style={figuresSx}>{unit === undefined ? shown : `${shown} ${unit}`}</span>;
  },
  align: 'right',
  width: () => 'narrow',
  unit: (field) => unitOf(field, undefined),
};
