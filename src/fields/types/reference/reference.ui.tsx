import type { FieldUi } from '../../type/field-ui.ts';
import { TruncatedLine } from '../../screen/line-cell.ui.tsx';
import { RecordLink } from '../../screen/record-link.ui.tsx';

export const referenceUi: FieldUi = {
  Cell: ({ field, value, place }) => (
    <TruncatedLine place={place}>
      <RecordLink resource={field.settings.to} id={String(value)} />
    </TruncatedLine>
  ),
  line: 'text',
};
