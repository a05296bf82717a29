import type { CellProps, FieldUi } from './field-ui.ts';
import { ContainsFilter } from './screen/contains-filter.ui.tsx';
import { ExternalLink } from './screen/external-link.ui.tsx';
import { Line } from './screen/line-cell.ui.tsx';
import { LineInput } from './screen/line-input.ui.tsx';

export const doiUi: FieldUi = {
  Cell: DoiCell,
  Input: (props) => <LineInput {...props} />,
  Filter: ContainsFilter,
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
