import type { FieldUi } from '../../type/field-ui.ts';
import { showNumber } from '../../text/number-format.ts';
import { figuresSx } from '../../screen/line-cell.ui.tsx';
import { withQualifier } from '../../type/qualifier-of.ts';
import { useLanguage } from '../../screen/texts.ui.ts';

export const numberUi: FieldUi = {
  line: 'text',
  Cell: ({ field, value, place, record }) => {
    const number = showNumber(Number(value), field.settings, useLanguage());
    const shown = withQualifier(field, number, record);
    const { unit } = field.settings;
    return (
      <span style={figuresSx}>
        {/* In a list the column's heading shows a unit that is the same in every row. */}
        {unit !== undefined && place === 'page' ? `${shown} ${unit}` : shown}
      </span>
    );
  },
  align: 'right',
  width: () => 'narrow',
  unit: ({ settings }) => settings.unit as string | undefined,
};
