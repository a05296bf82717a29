import type { CellProps, FieldUi } from './field-ui.ts';
import { ContainsFilter } from './screen/contains-filter.ui.tsx';
import { ExternalLink } from './screen/external-link.ui.tsx';
import { Line } from './screen/line-cell.ui.tsx';
import { LineInput } from './screen/line-input.ui.tsx';

export const emailUi: FieldUi = {
  Cell: EmailCell,
  Input: (props) => <LineInput {...props} inputMode="email" />,
  Filter: ContainsFilter,
};

function EmailCell({ value, place }: CellProps) {
  const address = String(value);
  return (
    <Line place={place} title={address}>
      <ExternalLink href={`mailto:${encodeURIComponent(address).replace('%40', '@')}`}>
        {address}
      </ExternalLink>
    </Line>
  );
}
