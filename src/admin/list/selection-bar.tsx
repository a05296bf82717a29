import CloseIcon from '@mui/icons-material/Close';
import DeleteIcon from '@mui/icons-material/Delete';
import EditIcon from '@mui/icons-material/Edit';
import DownloadIcon from '@mui/icons-material/FileDownload';
import { Box, Button, IconButton, Typography } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { useListContext, type RaRecord } from 'react-admin';
import { announce } from '../kit/status/announcer.ts';
import { useI18n } from '../kit/use-i18n.ts';
import { lazyPart } from '../kit/loading/lazy-part.tsx';
import type { RecordSet } from '../client/bulk.ts';
import type { Filters } from '../client/list-query.ts';
import { ActionButtons } from '../record/actions/action-buttons.tsx';
import { useActions } from '../record/actions/use-actions.ts';
import { useResource } from '../kit/use-resource.ts';
import { useListMeta } from './list-pagination.tsx';
import { useExactTotal } from '../resource/use-count.ts';
import { ExportDialog } from '../resource/lazy-export-dialog.ts';
import { useTexts } from '../messages/texts.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';

const BulkDeleteDialog = lazyPart(
  () => import('./bulk/bulk-delete-dialog.tsx'),
  'BulkDeleteDialog',
);

const BulkEditDialog = lazyPart(() => import('./bulk/bulk-edit-dialog.tsx'), 'BulkEditDialog');

/** Replaces the toolbar while rows are chosen: rows of the page, or all that match the filter. */
export function SelectionBar() {
  const { selectedIds, onUnselectItems, total = 0 } = useListContext();
  const { texts } = useI18n();
  const { isAll, text, otherText, toggleAll, ...selection } = useSelection();
  return (
    <Box role="toolbar" aria-label={texts.list.selection} sx={barSx}>
      <IconButton size="small" aria-label={texts.list.unselect} onClick={() => onUnselectItems()}>
        <CloseIcon fontSize="small" />
      </IconButton>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {text}
      </Typography>
      {total > selectedIds.length && (
        <Button size="small" onClick={toggleAll}>
          {otherText}
        </Button>
      )}
      <SelectionTools {...selection} all={isAll ? selection.all : undefined} />
    </Box>
  );
}

/** The rows that are chosen: those of the page by their ids, or all that match the filter. */
function useSelection() {
  const { selectedIds, total = 0, filterValues } = useListContext();
  const { texts, number } = useI18n();
  // Stands for all matching rows until the selection changes, for instance by the result of a bulk action.
  const [allBeside, setAllBeside] = useState<unknown>();
  const isAll = allBeside === selectedIds;
  const { totalIsEstimate: isEstimate = false } = useListMeta();
  // An action on all records states their exact number, not an estimate.
  const exact = useExactTotal(isAll && isEstimate);
  const all = { filter: filterValues as Filters, count: exact.data ?? total };
  const isAbout = isEstimate && exact.data === undefined;
  const [ofPage, ofAll] = [number(selectedIds.length), number(all.count, isAbout)];
  const { selected, selectOnly, selectAll } = texts.list;
  return {
    isAll,
    all,
    count: isAll ? all.count : selectedIds.length,
    isCounting: isAll && isEstimate && exact.isPending,
    text: fillTemplate(selected, { count: isAll ? ofAll : ofPage }),
    otherText: fillTemplate(isAll ? selectOnly : selectAll, { count: isAll ? ofPage : ofAll }),
    toggleAll(): void {
      setAllBeside(isAll ? undefined : selectedIds);
      const next = isAll ? selectedIds.length : all.count;
      announce(fillTemplate(selected, { count: number(next, isEstimate) }));
    },
  };
}

type SelectionToolsProps = {
  /** All that match the filter, if they are chosen. */
  all: { filter: Filters; count: number } | undefined;
  count: number;
  /** The exact number is not known yet. */
  isCounting: boolean;
};

/** What the user can do with the chosen rows. */
function SelectionTools({ all, count, isCounting }: SelectionToolsProps) {
  const { selectedIds, onUnselectItems, data = [] } = useListContext();
  const { may, mayWith } = useResource();
  const actions = useActions().filter(({ bulk }) => bulk);
  const texts = useTexts('app');
  const [open, setOpen] = useState<'edit' | 'delete' | 'export'>();
  const recordOf = (id: RaRecord['id']) => data.find((each) => each.id === id);
  // For rows on other pages only the server knows what is allowed.
  const toBulk = (operation: 'update' | 'delete') => {
    const ids = selectedIds.filter((id) => {
      const record = recordOf(id);
      return record === undefined || mayWith(operation, record);
    });
    const chosen: RecordSet = all ? { filter: all.filter } : { ids };
    return { chosen, count: all ? count : ids.length, of: count, onClose: close };
  };
  const close = (): void => setOpen(undefined);
  const [toUpdate, toDelete] = [toBulk('update'), toBulk('delete')];
  const tool = (name: NonNullable<typeof open>, text: string, icon: ReactNode, isOff = false) => (
    <Button
      size="small"
      color={name === 'delete' ? 'error' : 'inherit'}
      disabled={isOff}
      startIcon={icon}
      onClick={() => setOpen(name)}
    >
      {text}
    </Button>
  );
  const { grid, list } = texts;
  const [noUpdate, noDelete] = [toUpdate, toDelete].map((bulk) => isCounting || bulk.count === 0);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, ml: 'auto' }}>
      <ActionButtons
        size="small"
        isDisabled={isCounting}
        actions={actions}
        targets={all ? [] : selectedIds.map((id) => recordOf(id) ?? { id })}
        {...(all && { all })}
        onDone={() => onUnselectItems()}
      />
      {may('update') && tool('edit', grid.bulkEdit, <EditIcon />, noUpdate)}
      {may('export') && tool('export', grid.exportChosen, <DownloadIcon />)}
      {may('delete') && tool('delete', list.delete, <DeleteIcon />, noDelete)}
      {open === 'export' && (
        <ExportDialog
          chosen={all ? { filter: all.filter } : { ids: selectedIds }}
          onClose={close}
        />
      )}
      {open === 'edit' && <BulkEditDialog {...toUpdate} />}
      {open === 'delete' && <BulkDeleteDialog {...toDelete} />}
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
