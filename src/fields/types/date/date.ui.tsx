import { showDate } from '../../text/date-format.ts';
import type { FieldUi } from '../../type/field-ui.ts';
import { figuresSx } from '../../screen/line-cell.ui.tsx';

export const dateUi: FieldUi = {
  ...timeUi(showDate),
  width: () => 'narrow',
  days: {
    dayOf: (value) => value,
    lastDayOf: (value) => value,
    onDay: (day) => day,
    between: (from, to) => [from, to],
  },
};

/** A day or a moment, for readers and for machines. */
export function timeUi(show: (value: string) => string): FieldUi {
  return {
    Cell: ({ value }) => (
      <time dateTime={String(value)} style={figuresSx}>
        {show(String(value))}
      </time>
    ),
  };
}
