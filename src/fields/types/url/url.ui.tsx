import type { CellProps, FieldUi } from '../../field-ui.ts';
import { ExternalLink } from './external-link.ui.tsx';
import { Line } from '../../screen/line-cell.ui.tsx';

export const urlUi: FieldUi = {
  Cell: UrlCell,
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
