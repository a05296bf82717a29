import {
  Link,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  TableSortLabel,
} from '@mui/material';
import type { RaRecord, SortPayload } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { valueAt } from '../../../descriptor/column-field.ts';
import { displayTitle } from '../../../descriptor/title.ts';
import type { Field } from '../../../fields/field.ts';
import { useText } from '../../messages/use-text.ts';
import { FieldValue, isNothing, uiOf } from '../../kit/field-value.tsx';
import { linkColumn } from '../../kit/link-column.ts';
import { directionOf, isSortable } from '../../kit/sorting.ts';
import { toRecordPath } from '../../kit/screen-paths.ts';
import type { ChildList } from './use-children.ts';

type ChildRowsProps = {
  list: ChildList;
  records: readonly RaRecord[];
  sort: SortPayload;
  onSort: (sort: SortPayload) => void;
};

/** A small table: the field a record is called by is the link to it, or else its first column is. */
export function ChildRows({ list, records, sort, onSort }: ChildRowsProps) {
  const say = useText();
  const { resource, columns } = list;
  const link = linkColumn(resource, columns) ?? columns[0];
  return (
    <TableContainer>
      <Table size="small" aria-label={say(list.label)} sx={tableSx}>
        <TableHead>
          <TableRow>
            {columns.map((field) => (
              <HeadCell key={field.name} field={field} sort={sort} onSort={onSort} />
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {records.map((record) => (
            <TableRow key={record.id} hover>
              {columns.map((field) => (
                <TableCell key={field.name} align={uiOf(field).align ?? 'left'}>
                  {field === link ? (
                    <Link component={RouterLink} to={toRecordPath(resource, record.id)}>
                      {textOf(list, record, field)}
                    </Link>
                  ) : (
                    <FieldValue field={field} value={valueAt(record, field.name)} place="list" />
                  )}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

type HeadCellProps = Pick<ChildRowsProps, 'sort' | 'onSort'> & { field: Field };

function HeadCell({ field, sort, onSort }: HeadCellProps) {
  const say = useText();
  const direction = directionOf(sort, field);
  const label = say(field.label);
  return (
    <TableCell
      scope="col"
      align={uiOf(field).align ?? 'left'}
      sortDirection={direction ?? false}
      sx={{ fontWeight: 600, color: 'text.secondary' }}
    >
      {isSortable(field) ? (
        <TableSortLabel
          active={direction !== undefined}
          direction={direction ?? 'asc'}
          onClick={() => onSort({ field: field.name, order: direction === 'asc' ? 'DESC' : 'ASC' })}
        >
          {label}
        </TableSortLabel>
      ) : (
        label
      )}
    </TableCell>
  );
}

function textOf({ resource }: ChildList, record: RaRecord, field: Field): string {
  const value = valueAt(record, field.name);
  if (isNothing(value)) return displayTitle(resource, record);
  return field.kind.text.write(value, field.settings) || displayTitle(resource, record);
}

/** As dense as a list; a long value ends in an ellipsis. */
const tableSx = {
  '& .MuiTableCell-root': {
    maxWidth: 320,
    px: 1.25,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
};
