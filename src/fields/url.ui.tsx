import type { CellProps, FieldUi } from './field-ui.ts';
import { ContainsFilter } from './screen/contains-filter.ui.tsx';
import { ExternalLink } from './screen/external-link.ui.tsx';
import { Line } from './screen/line-cell.ui.tsx';
import { LineInput } from './screen/line-input.ui.tsx';

export const urlUi: FieldUi = {
  Cell: UrlCell,
  Input: (props) => <LineInput {...props} inputMode="url" />,
  Filter: ContainsFilter,
};

function UrlCell({ value, place }: CellProps) {
  const address = String(value);
  // In a list the part that tells one from another; `https://www.` tells nothing.
  const short = address.replace(/^(https?:\/\/(www\.)?|mailto:)/i, '').replace(/\/$/, '');
  return (
    <Line place={place} title={address}>
      <ExternalLink href={address}>{place === 'list' ? short : address}</ExternalLink>
    </Line>
  );
}
