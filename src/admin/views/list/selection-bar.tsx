import CloseIcon from '@mui/icons-material/Close';
import DeleteIcon from '@mui/icons-material/Delete';
import EditIcon from '@mui/icons-material/Edit';
import FileDownloadIcon from '@mui/icons-material/FileDownload';
import { Box, Button, IconButton, Typography } from '@mui/material';
import { lazy, Suspense, useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import type { Chosen } from '../../provider/bulk.ts';
import type { Filters } from '../../provider/list-query.ts';
import { ActionButtons } from '../actions/action-buttons.tsx';
import { useActions } from '../actions/use-actions.ts';
import { useResource } from '../use-resource.ts';
import { useNumber } from '../use-number.ts';
import type { ListMeta } from './list-pagination.tsx';
import { useExactTotal } from './use-exact-total.ts';
import { ExportDialog } from '../transfer/lazy-export-dialog.ts';

const BulkDeleteDialog = lazy(async () => ({
  default: (await import('./bulk-delete-dialog.tsx')).BulkDeleteDialog,
}));

const BulkEditDialog = lazy(async () => ({
  default: (await import('../bulk/bulk-edit-dialog.tsx')).BulkEditDialog,
}));

/** Takes the place of the toolbar while rows are chosen: the page's, or all the filter lets through. */
export function SelectionBar() {
  const {
    selectedIds,
    onUnselectItems,
    total = 0,
    data = [],
    meta,
    filterValues,
  } = useListContext();
  const { may } = useResource();
  const actions = useActions().filter(({ bulk }) => bulk);
  const translate = useTranslate();
  const number = useNumber();
  const [isAll, setAll] = useState(false);
  const [open, setOpen] = useState<'edit' | 'delete' | 'export'>();
  const isEstimate = (meta as ListMeta | undefined)?.totalIsEstimate ?? false;
  // What is done to all is said by its number, not by about how many.
  const exact = useExactTotal(isAll && isEstimate);
  const isCounting = isAll && isEstimate && exact.isPending;
  const all = exact.data ?? total;
  const count = isAll ? all : selectedIds.length;
  const chosen: Chosen = isAll ? { filter: filterValues as Filters } : { ids: selectedIds };
  const close = (): void => setOpen(undefined);

  return (
    <Box role="toolbar" aria-label={translate('list.selection')} sx={barSx}>
      <IconButton
        size="small"
        aria-label={translate('list.unselect')}
        onClick={() => onUnselectItems()}
      >
        <CloseIcon fontSize="small" />
      </IconButton>
      <Typography variant="body2" role="status" sx={{ fontWeight: 600 }}>
        {translate('list.selected', {
          smart_count: count,
          formatted: number(count, isAll && isEstimate && exact.data === undefined),
        })}
      </Typography>
      {total > selectedIds.length && (
        <Button size="small" onClick={() => setAll(!isAll)}>
          {isAll
            ? translate('list.select_only', { count: number(selectedIds.length) })
            : translate('list.select_all', {
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
        {may('update') && (
          <Button
            size="small"
            color="inherit"
            disabled={isCounting}
            startIcon={<EditIcon />}
            onClick={() => setOpen('edit')}
          >
            {translate('grid.bulk_edit')}
          </Button>
        )}
        {may('export') && (
          <Button
            size="small"
            color="inherit"
            startIcon={<FileDownloadIcon />}
            onClick={() => setOpen('export')}
          >
            {translate('grid.export_chosen')}
          </Button>
        )}
        {may('delete') && (
          <Button
            size="small"
            color="error"
            disabled={isCounting}
            startIcon={<DeleteIcon />}
            onClick={() => setOpen('delete')}
          >
            {translate('list.delete')}
          </Button>
        )}
      </Box>
      <Suspense>
        {open === 'export' && <ExportDialog chosen={chosen} onClose={close} />}
        {open === 'edit' && <BulkEditDialog chosen={chosen} count={count} onClose={close} />}
        {open === 'delete' && <BulkDeleteDialog chosen={chosen} count={count} onClose={close} />}
      </Suspense>
    </Box>
  );
}

const barSx = {
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
