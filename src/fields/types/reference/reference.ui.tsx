import type { FieldUi } from '../../field-ui.ts';
import { Line } from '../../screen/line-cell.ui.tsx';
import { RecordLink } from '../../screen/record-link.ui.tsx';

export const referenceUi: FieldUi = {
  Cell: ({ field, value, place }) => (
    <Line place={place}>
      <RecordLink resource={field.settings.to} id={String(value)} />
    </Line>
  ),
};
