import { Link, TableCell, TableSortLabel } from '@mui/material';
import { memo } from 'react';
import {
  useDataTableRenderContext,
  useListContext,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import type { Field } from '../../../fields/field.ts';
import { useText } from '../../use-text.ts';
import { FieldValue, uiOf } from '../field-value.tsx';
import { RecordLink } from '../record-link.tsx';
import { directionOf, isSortable } from './sorting.ts';

export type ListColumnProps = {
  field: Field;
  isLink: boolean;
  /** In sight while the others are scrolled. */
  stays: boolean;
};

/** One column: react-admin draws the same child in the head and in each row and says where it is. */
export const ListColumn = memo(function ListColumn(props: ListColumnProps) {
  const place = useDataTableRenderContext();
  if (place === 'header') return <HeadCell {...props} />;
  return place === 'data' ? <BodyCell {...props} /> : null;
});

function HeadCell({ field, stays }: ListColumnProps) {
  const { sort, setSort } = useListContext();
  const say = useText();
  const translate = useTranslate();
  const direction = directionOf(sort, field);
  const next = direction === 'asc' ? 'DESC' : 'ASC';
  const label = say(field.label);
  return (
    <TableCell
      variant="head"
      scope="col"
      align={uiOf(field).align ?? 'left'}
      sortDirection={direction ?? false}
      sx={{ minWidth: `${widthOnTwoLines(label)}ch` }}
      className={stays ? 'stays' : ''}
    >
      {isSortable(field) ? (
        <TableSortLabel
          active={direction !== undefined}
          direction={direction ?? 'asc'}
          onClick={() => setSort({ field: field.name, order: next })}
          title={translate(`list.sort_${next === 'ASC' ? 'up' : 'down'}`, { field: label })}
        >
          {label}
        </TableSortLabel>
      ) : (
        <span>{label}</span>
      )}
    </TableCell>
  );
}

/** Characters a label needs side by side when it is broken once, at the best place. */
function widthOnTwoLines(label: string): number {
  const breaks = [...label.matchAll(/[\s-]/g)].map((found) => found.index + 1);
  const halves = breaks.map((at) => Math.max(at, label.length - at));
  return Math.min(label.length, ...halves) + 2;
}

function BodyCell({ field, isLink, stays }: ListColumnProps) {
  const record = useRecordContext();
  if (record === undefined) return <TableCell />;
  return (
    <TableCell align={uiOf(field).align ?? 'left'} className={stays ? 'stays' : ''}>
      {isLink ? (
        <Link component={RecordLink} record={record} field={field} />
      ) : (
        <FieldValue field={field} value={record[field.name]} place="list" />
      )}
    </TableCell>
  );
}
