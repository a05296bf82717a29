import { showDateTime } from '../../date-format.ts';
import type { CellProps, FieldUi } from '../../field-ui.ts';
import { figures } from '../../screen/line-cell.ui.tsx';

export const datetimeUi: FieldUi = {
  Cell: DateTimeCell,
};

function DateTimeCell({ value }: CellProps) {
  return (
    <time dateTime={String(value)} style={figures}>
      {showDateTime(String(value))}
    </time>
  );
}
