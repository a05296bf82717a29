import { showDate } from '../../date-format.ts';
import type { CellProps, FieldUi } from '../../field-ui.ts';
import { figures } from '../../screen/figures.ui.ts';

export const dateUi: FieldUi = {
  Cell: DateCell,
  width: () => 'narrow',
};

function DateCell({ value }: CellProps) {
  return (
    <time dateTime={String(value)} style={figures}>
      {showDate(String(value))}
    </time>
  );
}
