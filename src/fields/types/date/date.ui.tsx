import { showDate } from '../../date-format.ts';
import type { CellProps, FieldUi } from '../../field-ui.ts';
import { figures } from '../../screen/line-cell.ui.tsx';

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
