import { Box, Checkbox, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { useMemo, type ReactNode } from 'react';
import {
  DataTableBase,
  DataTableRenderContext,
  RecordContextProvider,
  useDataTableConfigContext,
  useListContext,
  useTranslate,
} from 'react-admin';
import type { Field } from '../../../fields/field.ts';
import { useText } from '../../use-text.ts';
import { useResource } from '../use-resource.ts';
import { useChoosable } from './use-choosable.ts';
import { linkColumn } from './link-column.ts';
import { ListColumn } from './list-column.tsx';
import { ListRow } from './list-row.tsx';
import { HEAD, ROW, tableSx } from './list-table-looks.ts';
import { ScrollFrame } from './scroll-frame.tsx';

/**
 * The records of the page as a table; which rows are chosen decides what can be done
 * with many. react-admin's table without its looks: head, rows and toolbars are ours.
 */
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
      columns.map((field, index) => (
        <ListColumn
          key={field.name}
          field={field}
          isLink={field === link}
          stays={field === link && index === 0}
        />
      )),
    [columns, link],
  );
  return (
    <DataTableBase hasBulkActions={selectable} loading={null} empty={null}>
      <ScrollFrame sx={[tableSx, { '--columns': columns.length }]}>
        <Table size="small" aria-label={say(resource.label)}>
          <DataTableRenderContext.Provider value="header">
            <ListHead>{children}</ListHead>
          </DataTableRenderContext.Provider>
          <ListBody>{children}</ListBody>
        </Table>
      </ScrollFrame>
    </DataTableBase>
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
  const isChoosable = useChoosable();
  const translate = useTranslate();
  const ids = data.filter(isChoosable).map((record) => record.id as string);
  const chosen = ids.filter((id) => selectedIds.includes(id));
  const isAll = ids.length > 0 && chosen.length === ids.length;
  const isSome = chosen.length > 0 && !isAll;
  const others = selectedIds.filter((id) => !ids.includes(id as string));
  return (
    <TableCell padding="checkbox" variant="head">
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
  const { data = [] } = useListContext();
  return (
    <TableBody>
      {data.map((record) => (
        <RecordContextProvider key={record.id} value={record}>
          <ListRow>{children}</ListRow>
        </RecordContextProvider>
      ))}
    </TableBody>
  );
}

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
