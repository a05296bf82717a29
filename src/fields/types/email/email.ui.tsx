import type { CellProps, FieldUi } from '../../field-ui.ts';
import { ExternalLink } from '../url/external-link.ui.tsx';
import { Line } from '../../screen/line-cell.ui.tsx';

export const emailUi: FieldUi = {
  Cell: EmailCell,
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
