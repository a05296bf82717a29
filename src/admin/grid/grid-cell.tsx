import { Link } from '@mui/material';
import { memo } from 'react';
import type { RaRecord } from 'react-admin';
import type { Field } from '../../fields/field.ts';
import { FieldValue, uiOf } from '../views/field-value.tsx';
import { RecordLink } from '../views/record-link.tsx';
import type { GridColumn } from './grid-columns.ts';
import { LEAD } from './density.ts';
import { useCellFocus } from './use-cell-focus.ts';

type GridCellProps = {
  record: RaRecord;
  row: number;
  column: GridColumn;
  /** Where its part of the row begins. */
  from: number;
  hasLead: boolean;
  isLink: boolean;
  isWritable: boolean;
  isActive: boolean;
  isInRange: boolean;
};

/** One value. It is drawn anew only when one of these changes: a record keeps being the same object while it is the same. */
export const GridCell = memo(function GridCell(props: GridCellProps) {
  const { record, row, column, from, hasLead, isLink, isWritable, isActive, isInRange } = props;
  const { field } = column;
  return (
    <div
      role="gridcell"
      aria-colindex={column.index + (hasLead ? 2 : 1)}
      // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- a gridcell does (WAI-ARIA 1.2)
      aria-readonly={!isWritable}
      aria-selected={isInRange}
      className={classOf(field, column, isInRange)}
      style={placeOf(column, from, hasLead)}
      data-row={row}
      data-column={column.index}
      {...useCellFocus(isActive)}
    >
      <div className="g-value">
        {isLink ? (
          <Link component={RecordLink} record={record} field={field} tabIndex={-1} />
        ) : (
          <FieldValue field={field} value={record[field.name]} place="list" />
        )}
      </div>
    </div>
  );
});

/** Pinned cells stick to their edge; the others lie where they belong, so that only those in sight need to be there. */
export function placeOf(column: GridColumn, from: number, hasLead: boolean): React.CSSProperties {
  const { pin, offset, width } = column;
  if (pin === 'left') return { width, left: offset + (hasLead ? LEAD : 0) };
  if (pin === 'right') return { width, right: from - offset - width };
  return { width, left: from + offset };
}

export function classOf(field: Field, { pin }: GridColumn, isInRange: boolean): string {
  const parts = ['g-cell', pin ? `g-pinned g-${pin}` : 'g-free'];
  if (uiOf(field).align === 'right') parts.push('g-number');
  if (isInRange) parts.push('g-in-range');
  return parts.join(' ');
}
