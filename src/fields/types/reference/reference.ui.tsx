import type { CellProps, FieldUi } from '../../field-ui.ts';
import { Line } from '../../screen/line-cell.ui.tsx';
import { RecordLink } from '../../screen/record-link.ui.tsx';

export const referenceUi: FieldUi = {
  Cell: ReferenceCell,
};

function ReferenceCell({ field, value, place }: CellProps) {
  return (
    <Line place={place}>
      <RecordLink resource={field.settings.to} id={String(value)} />
    </Line>
  );
}
