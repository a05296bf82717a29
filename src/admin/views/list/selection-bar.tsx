import CloseIcon from '@mui/icons-material/Close';
import DeleteIcon from '@mui/icons-material/Delete';
import { Box, Button, IconButton, Typography } from '@mui/material';
import { lazy, Suspense, useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { ActionButtons } from '../actions/action-buttons.tsx';
import { useActions } from '../actions/use-actions.ts';
import { useResource } from '../use-resource.ts';
import { useNumber } from '../use-number.ts';

const BulkDeleteDialog = lazy(async () => ({
  default: (await import('./bulk-delete-dialog.tsx')).BulkDeleteDialog,
}));

/** Takes the place of the toolbar while rows are chosen: the page's, or all the filter lets through. */
export function SelectionBar() {
  const { selectedIds, onUnselectItems, total = 0, data = [], meta } = useListContext();
  const { may } = useResource();
  const actions = useActions().filter(({ bulk }) => bulk);
  const translate = useTranslate();
  const number = useNumber();
  const [isAll, setAll] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const isEstimate = (meta as { totalIsEstimate?: boolean } | undefined)?.totalIsEstimate;
  const count = isAll ? total : selectedIds.length;

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
          formatted: number(count, isAll ? isEstimate : false),
        })}
      </Typography>
      {total > selectedIds.length && (
        <Button size="small" onClick={() => setAll(!isAll)}>
          {isAll
            ? translate('list.select_only', { count: number(selectedIds.length) })
            : translate('list.select_all', { count: number(total, isEstimate) })}
        </Button>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, ml: 'auto' }}>
        {!isAll && (
          <ActionButtons
            size="small"
            actions={actions}
            targets={selectedIds.map((id) => data.find((record) => record.id === id) ?? { id })}
            onDone={() => onUnselectItems()}
          />
        )}
        {may('delete') && (
          <Button
            size="small"
            color="error"
            startIcon={<DeleteIcon />}
            onClick={() => setDeleting(true)}
          >
            {translate('list.delete')}
          </Button>
        )}
      </Box>
      {isDeleting && (
        <Suspense>
          <BulkDeleteDialog isAll={isAll} count={count} onClose={() => setDeleting(false)} />
        </Suspense>
      )}
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
