import CloseIcon from '@mui/icons-material/Close';
import DeleteIcon from '@mui/icons-material/Delete';
import EditIcon from '@mui/icons-material/Edit';
import DownloadIcon from '@mui/icons-material/FileDownload';
import { Box, Button, IconButton, Typography } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { useListContext } from 'react-admin';
import { announce } from '../kit/status/announcer.ts';
import { useI18n } from '../kit/use-i18n.ts';
import { lazyPart } from '../kit/loading/lazy-part.tsx';
import type { RecordSet } from '../client/bulk.ts';
import type { Filters } from '../client/list-query.ts';
import { ActionButtons } from '../record/actions/action-buttons.tsx';
import { useActions } from '../record/actions/use-actions.ts';
import { useResource } from '../kit/use-resource.ts';
import type { ListMeta } from './list-pagination.tsx';
import { useExactTotal } from '../resource/use-count.ts';
import { ExportDialog } from '../resource/lazy-export-dialog.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';

const BulkDeleteDialog = lazyPart(
  () => import('./bulk/bulk-delete-dialog.tsx'),
  'BulkDeleteDialog',
);

const BulkEditDialog = lazyPart(() => import('./bulk/bulk-edit-dialog.tsx'), 'BulkEditDialog');

/** Replaces the toolbar while rows are chosen: rows of the page, or all that match the filter. */
export function SelectionBar() {
  const {
    selectedIds,
    onUnselectItems,
    total = 0,
    data = [],
    meta,
    filterValues,
  } = useListContext();
  const { may, mayWith } = useResource();
  const actions = useActions().filter(({ bulk }) => bulk);
  const { texts, number } = useI18n();
  // Stands for all matching rows until the selection changes, for instance by the result of a bulk action.
  const [allBeside, setAllBeside] = useState<unknown>();
  const isAll = allBeside === selectedIds;
  const [open, setOpen] = useState<'edit' | 'delete' | 'export'>();
  const isEstimate = (meta as ListMeta | undefined)?.totalIsEstimate ?? false;
  // An action on all records states their exact number, not an estimate.
  const exact = useExactTotal(isAll && isEstimate);
  const isCounting = isAll && isEstimate && exact.isPending;
  const all = exact.data ?? total;
  const count = isAll ? all : selectedIds.length;
  const chosen: RecordSet = isAll ? { filter: filterValues as Filters } : { ids: selectedIds };
  // For rows on other pages only the server knows what is allowed.
  const allowed = (operation: 'update' | 'delete'): RecordSet =>
    isAll
      ? chosen
      : {
          ids: selectedIds.filter((id) => {
            const record = data.find((each) => each.id === id);
            return record === undefined || mayWith(operation, record);
          }),
        };
  const countOf = (some: RecordSet): number => ('ids' in some ? some.ids.length : count);
  const [toUpdate, toDelete] = [allowed('update'), allowed('delete')];
  const close = (): void => setOpen(undefined);
  const tool = (
    name: NonNullable<typeof open>,
    text: string,
    icon: ReactNode,
    some?: RecordSet,
  ) => (
    <Button
      size="small"
      color={name === 'delete' ? 'error' : 'inherit'}
      disabled={some && (isCounting || countOf(some) === 0)}
      startIcon={icon}
      onClick={() => setOpen(name)}
    >
      {text}
    </Button>
  );

  return (
    <Box role="toolbar" aria-label={texts.list.selection} sx={barSx}>
      <IconButton size="small" aria-label={texts.list.unselect} onClick={() => onUnselectItems()}>
        <CloseIcon fontSize="small" />
      </IconButton>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {fillTemplate(texts.list.selected, {
          count: number(count, isAll && isEstimate && exact.data === undefined),
        })}
      </Typography>
      {total > selectedIds.length && (
        <Button
          size="small"
          onClick={() => {
            setAllBeside(isAll ? undefined : selectedIds);
            const next = isAll ? selectedIds.length : all;
            announce(
              fillTemplate(texts.list.selected, {
                count: number(next, isEstimate),
              }),
            );
          }}
        >
          {isAll
            ? fillTemplate(texts.list.selectOnly, { count: number(selectedIds.length) })
            : fillTemplate(texts.list.selectAll, {
                count: number(all, isEstimate && exact.data === undefined),
              })}
        </Button>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, ml: 'auto' }}>
        <ActionButtons
          size="small"
          isDisabled={isCounting}
          actions={actions}
          targets={
            isAll ? [] : selectedIds.map((id) => data.find((record) => record.id === id) ?? { id })
          }
          {...(isAll && { all: { filter: filterValues as Filters, count: all } })}
          onDone={() => onUnselectItems()}
        />
        {may('update') && tool('edit', texts.grid.bulkEdit, <EditIcon />, toUpdate)}
        {may('export') && tool('export', texts.grid.exportChosen, <DownloadIcon />)}
        {may('delete') && tool('delete', texts.list.delete, <DeleteIcon />, toDelete)}
      </Box>
      {open === 'export' && <ExportDialog chosen={chosen} onClose={close} />}
      {open === 'edit' && (
        <BulkEditDialog chosen={toUpdate} count={countOf(toUpdate)} of={count} onClose={close} />
      )}
      {open === 'delete' && (
        <BulkDeleteDialog chosen={toDelete} count={countOf(toDelete)} of={count} onClose={close} />
      )}
    </Box>
  );
}

const barSx = {
  displayPrint: 'none',
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 1,
  minHeight: 40,
  width: '100%',
  px: 1,
  borderRadius: 1,
  bgcolor: 'action.selected',
};
