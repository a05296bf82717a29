import { Box, Checkbox, TableCell, TableHead, TableRow } from '@mui/material';
import { useMemo, type ReactNode } from 'react';
import {
  DataTable,
  DataTableBody,
  useDataTableConfigContext,
  useListContext,
  useTranslate,
} from 'react-admin';
import type { Field } from '../../../fields/field.ts';
import { useText } from '../../use-text.ts';
import { useResource } from '../use-resource.ts';
import { linkColumn } from './link-column.ts';
import { ListColumn } from './list-column.tsx';
import { ListRow } from './list-row.tsx';

const ROW = 37;
const HEAD = 42;

/** The records of the page as a table; which rows are chosen decides what can be done with many. */
export function ListTable({
  columns,
  selectable,
}: {
  columns: readonly Field[];
  selectable: boolean;
}) {
  const { resource } = useResource();
  const say = useText();
  const link = linkColumn(resource, columns);
  const children = useMemo(
    () =>
      columns.map((field) => <ListColumn key={field.name} field={field} isLink={field === link} />),
    [columns, link],
  );
  return (
    <DataTable
      aria-label={say(resource.label)}
      head={ListHead}
      body={ListBody}
      empty={<></>}
      bulkActionButtons={selectable ? <></> : false}
      bulkActionsToolbar={<></>}
      sx={{ ...tableSx, '--columns': columns.length }}
    >
      {children}
    </DataTable>
  );
}

function ListHead({ children }: { children?: ReactNode }) {
  const { hasBulkActions } = useDataTableConfigContext();
  return (
    <TableHead>
      <TableRow>
        {hasBulkActions && <PageCheckbox />}
        {children}
      </TableRow>
    </TableHead>
  );
}

function PageCheckbox() {
  const { data = [], selectedIds, onSelect } = useListContext();
  const translate = useTranslate();
  const ids = data.map((record) => record.id as string);
  const chosen = ids.filter((id) => selectedIds.includes(id));
  const isAll = ids.length > 0 && chosen.length === ids.length;
  const isSome = chosen.length > 0 && !isAll;
  const others = selectedIds.filter((id) => !ids.includes(id as string));
  return (
    <TableCell padding="checkbox" variant="head" className="RaDataTable-headerCell">
      <Checkbox
        size="small"
        checked={isAll}
        indeterminate={isSome}
        onChange={() => onSelect(isAll ? others : [...others, ...ids])}
        slotProps={{
          input: {
            'aria-label': translate('list.select_page'),
            // MUI only says so in ARIA, which must not differ from the state of the input.
            ref: (input: HTMLInputElement | null) => {
              if (input) input.indeterminate = isSome;
            },
          },
        }}
      />
    </TableCell>
  );
}

function ListBody({ children }: { children?: ReactNode }) {
  return <DataTableBody row={ListRow}>{children}</DataTableBody>;
}

/** Dense and one line a row, the head always in sight; long values end in an ellipsis. */
const tableSx = {
  '& .RaDataTable-tableWrapper': {
    overflow: 'auto',
    maxHeight: { md: 'calc(100dvh - 232px)' },
    containerType: 'inline-size',
  },
  '& .MuiTableCell-root': { px: 1.25, py: 0.5, height: ROW, whiteSpace: 'nowrap' },
  '& .MuiTableCell-paddingCheckbox': { px: 0.5, width: 44 },
  '& .MuiCheckbox-root': { p: 0.5 },
  // A head may take two lines: it must not widen a column of short values.
  '& .RaDataTable-headerCell': {
    fontWeight: 600,
    color: 'text.secondary',
    height: HEAD,
    lineHeight: 1.3,
    whiteSpace: 'normal',
  },
  // A head one can sort by and one one cannot stand on the same line.
  '& .RaDataTable-headerCell > *': { verticalAlign: 'middle' },
  // A long value gets a little more than its share, so that the usual columns fit side by side.
  '& .RaDataTable-rowCell': {
    maxWidth: 'max(150px, calc((100cqi - 44px) * 1.3 / var(--columns)))',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '& .RaDataTable-rowCell > *': { maxWidth: '100%' },
  '& .RaDataTable-rowCell :is(span, a, svg)': { verticalAlign: 'middle' },
  '& tbody tr:last-of-type td': { borderBottom: 0 },
  '@media print': {
    '& .RaDataTable-tableWrapper': { maxHeight: 'none', overflow: 'visible' },
    '& .MuiTableCell-root': { whiteSpace: 'normal' },
    '& .MuiTableCell-paddingCheckbox': { display: 'none' },
  },
};

/** Where the table will be, in the size it will have, so that nothing jumps when it comes. */
export function ListSkeleton({ rows }: { rows: number }) {
  const translate = useTranslate();
  return (
    <Box role="status" aria-label={translate('list.loading')} sx={{ px: 1.5 }}>
      {Array.from({ length: Math.min(rows, 25) + 1 }, (_, index) => (
        <Box key={index} sx={skeletonSx(index)} />
      ))}
    </Box>
  );
}

const skeletonSx = (index: number) => ({
  height: index === 0 ? HEAD : ROW,
  display: 'flex',
  alignItems: 'center',
  borderBottom: 1,
  borderColor: 'divider',
  '&::before': {
    content: '""',
    height: 10,
    width: `${55 + ((index * 37) % 40)}%`,
    borderRadius: 1,
    bgcolor: 'action.hover',
  },
});
