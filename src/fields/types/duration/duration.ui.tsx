import type { Field } from '../../type/field.ts';
import type { FieldUi } from '../../type/field-ui.ts';
import { figuresSx } from '../../screen/line-cell.ui.tsx';
import { showDuration } from './duration-text.ts';

export const durationUi: FieldUi = {
  line: 'text',
  Cell: ({ field, value }) => (
    <span style={figuresSx}>{showDuration(Number(value), hasSeconds(field))}</span>
  ),
  align: 'right',
  width: () => 'narrow',
  // An average has fractions that no value has.
  figure: (value, field) => {
    const step = hasSeconds(field) ? 1 : 60;
    return showDuration(Math.round(value / step) * step, hasSeconds(field));
  },
};

function hasSeconds({ settings }: Field): boolean {
  return settings.seconds as boolean;
}
