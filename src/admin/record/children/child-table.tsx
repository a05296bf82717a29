import AddIcon from '@mui/icons-material/Add';
import OpenInFullIcon from '@mui/icons-material/OpenInFull';
import {
  Alert,
  Box,
  Button,
  Pagination,
  Typography,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  TableSortLabel,
} from '@mui/material';
import { useState } from 'react';
import {
  ResourceContextProvider,
  useGetList,
  type Identifier,
  type SortPayload,
  type RaRecord,
} from 'react-admin';
import { Link } from 'react-router-dom';
import { requestedNames, wayTo, valueAt } from '../../../descriptor/column-field.ts';
import { displayTitle, namingFields } from '../../../descriptor/title.ts';
import type { Field } from '../../../fields/type/field.ts';
import { toSortPayload, directionOf, isSortable } from '../../resource/sorting.ts';
import { toCreatePath, toListPath, toRecordPath } from '../../kit/screen-paths.ts';
import { Status } from '../../kit/status/status.tsx';
import { messageOf } from '../../client/http.ts';
import { FieldValue, fieldsForCells, uiOf } from '../../resource/field-value.tsx';
import { isEmptyValue } from '../../../fields/is-empty-value.ts';
import { linkColumn } from '../../resource/record-link.tsx';
import type { ChildList } from './use-children.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { useResource } from '../../kit/use-resource.ts';
import { TextLink } from '../../kit/text-link.tsx';

const PER_PAGE = 10;

type ChildTableProps = {
  list: ChildList;
  id: Identifier;
  /** Shown where nothing else names the list. */
  heading?: string;
  /** The links of the list stand elsewhere. */
  isBare?: true;
};

/** The records of another resource that refer to this one, page by page, each with a link to its page. */
export function ChildTable({ list, id, heading, isBare }: ChildTableProps) {
  const { texts } = useI18n();
  const { resource, path, columns } = list;
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState<SortPayload>(() => toSortPayload(list.sort));
  const { readable } = useResource(resource.name);
  const named = [
    ...namingFields(resource),
    ...fieldsForCells(columns, readable),
    ...columns.flatMap(({ name }) => [...requestedNames(resource, name), ...wayTo(resource, name)]),
  ];
  const { data, total, error, isPending } = useGetList(resource.name, {
    filter: { [path]: id },
    pagination: { page, perPage: PER_PAGE },
    sort,
    meta: { fields: [...new Set(named)].filter((name) => name !== '_id').sort() },
  });
  const pages = Math.ceil((total ?? 0) / PER_PAGE);
  return (
    <ResourceContextProvider value={resource.name}>
      <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
        {!isBare && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
            {heading !== undefined && (
              <Typography variant="subtitle2" component="span" sx={{ mr: 1 }}>
                {heading}
              </Typography>
            )}
            <ChildLinks list={list} id={id} />
          </Box>
        )}
        {error && <Alert severity="error">{messageOf(error)}</Alert>}
        {isPending && <Typography component={Status}>{texts.list.loading}</Typography>}
        {total === 0 && <Typography color="text.secondary">{texts.children.none}</Typography>}
        {data && data.length > 0 && (
          <ChildRows
            list={list}
            records={data}
            sort={sort}
            onSort={(next) => {
              setSort(next);
              setPage(1);
            }}
          />
        )}
        {pages > 1 && (
          <Pagination
            size="small"
            shape="rounded"
            page={page}
            count={pages}
            aria-label={texts.list.pages}
            onChange={(_, next) => setPage(next)}
            sx={{ mt: 1, displayPrint: 'none' }}
          />
        )}
      </Box>
    </ResourceContextProvider>
  );
}

/** Leads to the whole list, and to a new record that refers to this one. */
export function ChildLinks({ list, id }: Pick<ChildTableProps, 'list' | 'id'>) {
  const { texts } = useI18n();
  const { resource, path, createBy } = list;
  const isMany = createBy?.kind.relation?.(createBy.settings).many;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, displayPrint: 'none' }}>
      <Button
        size="small"
        startIcon={<OpenInFullIcon />}
        component={Link}
        to={toListPath(resource, { [path]: id })}
      >
        {texts.children.open}
      </Button>
      {createBy && (
        <Button
          size="small"
          startIcon={<AddIcon />}
          component={Link}
          to={toCreatePath(resource, { values: { [createBy.name]: isMany ? [id] : id } })}
        >
          {texts.list.create}
        </Button>
      )}
    </Box>
  );
}

type ChildRowsProps = {
  list: ChildList;
  records: readonly RaRecord[];
  sort: SortPayload;
  onSort: (sort: SortPayload) => void;
};

/** Shows all of what has the focus: browsers leave a part beyond the edge if they show the rest. */
function showWhole({ target }: { target: Element }): void {
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** A small table. The field that titles a record links to it, or else its first column does. */
function ChildRows({ list, records, sort, onSort }: ChildRowsProps) {
  const { say } = useI18n();
  const { resource, columns } = list;
  const link = linkColumn(resource, columns) ?? columns[0];
  return (
    <TableContainer onFocus={showWhole}>
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
                    <TextLink to={toRecordPath(resource, record.id)}>
                      {textOf(list, record, field)}
                    </TextLink>
                  ) : (
                    <FieldValue
                      field={field}
                      value={valueAt(record, field.name)}
                      place="list"
                      record={record}
                    />
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
  const { say } = useI18n();
  const direction = directionOf(sort, field);
  const unit = uiOf(field).unit?.(field);
  // Cells have numbers alone, as in the grid.
  const label = unit === undefined ? say(field.label) : `${say(field.label)} (${unit})`;
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
  if (isEmptyValue(value)) return displayTitle(resource, record);
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
