import type { CellProps, FieldUi } from '../../field-ui.ts';
import { ExternalLink } from '../url/external-link.ui.tsx';
import { Line } from '../../screen/line-cell.ui.tsx';

export const doiUi: FieldUi = {
  Cell: DoiCell,
};

function DoiCell({ value, place }: CellProps) {
  const doi = String(value);
  // A DOI may hold `#`, `?` and `<`, which mean something else in an address.
  const path = doi.split('/').map(encodeURIComponent).join('/');
  return (
    <Line place={place} title={doi}>
      <ExternalLink href={`https://doi.org/${path}`}>{doi}</ExternalLink>
    </Line>
  );
}
