import { showDateTime } from '../../date-format.ts';
import type { CellProps, FieldUi } from '../../field-ui.ts';
import { figures } from '../../screen/figures.ui.ts';

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
