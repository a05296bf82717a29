import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  TextField,
} from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useDataProvider, useListContext, useNotify, useTranslate } from 'react-admin';
import type { RecordProvider } from '../../data-provider.ts';
import type { BulkSummary } from '../../provider/bulk.ts';
import { useText } from '../../use-text.ts';
import { BulkSummaryView } from '../transfer/bulk-summary.tsx';
import { useNotifyError } from '../use-notify-error.ts';
import { useNumber } from '../use-number.ts';
import { useResource } from '../use-resource.ts';

type BulkDeleteDialogProps = { isAll: boolean; count: number; onClose: () => void };

/** Above this, deleting is confirmed by typing how many, because a click comes too easily. */
const TYPED_FROM = 100;

/** Asks, deletes, and tells what became of each: those that others refer to stay. */
export function BulkDeleteDialog({ isAll, count, onClose }: BulkDeleteDialogProps) {
  const { summary, isBusy, run } = useBulkDelete(isAll, onClose);
  const { resource } = useResource();
  const say = useText();
  const translate = useTranslate();
  const number = useNumber();
  const title = useId();
  const [typed, setTyped] = useState('');
  const isConfirmed = count < TYPED_FROM || typed.replace(/\D/g, '') === String(count);

  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      onClose={isBusy ? undefined : onClose}
      aria-labelledby={title}
    >
      <DialogTitle id={title}>
        {translate('list.delete_title', { smart_count: count, formatted: number(count) })}
      </DialogTitle>
      <DialogContent>
        {summary ? (
          <BulkSummaryView summary={summary} done="deleted" />
        ) : (
          <>
            <DialogContentText>
              {translate(isAll ? 'list.delete_filtered' : 'list.delete_selected', {
                name: say(resource.label),
              })}
            </DialogContentText>
            {count >= TYPED_FROM && (
              <TextField
                autoFocus
                fullWidth
                size="small"
                margin="normal"
                label={translate('list.delete_type', { count: number(count) })}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                slotProps={{ htmlInput: { inputMode: 'numeric' } }}
              />
            )}
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose} disabled={isBusy} autoFocus={count < TYPED_FROM}>
          {translate(summary ? 'list.close' : 'list.cancel')}
        </Button>
        {!summary && (
          <Button
            variant="contained"
            color="error"
            onClick={run}
            loading={isBusy}
            disabled={!isConfirmed}
          >
            {translate('list.delete')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function useBulkDelete(isAll: boolean, onClose: () => void) {
  const { resource } = useResource();
  const { selectedIds, filterValues, onUnselectItems } = useListContext();
  const { bulk } = useDataProvider<RecordProvider>();
  const queries = useQueryClient();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const [summary, setSummary] = useState<BulkSummary>();
  const [isBusy, setBusy] = useState(false);

  const remove = async (): Promise<void> => {
    setBusy(true);
    try {
      const chosen = isAll ? { filter: filterValues } : { ids: selectedIds };
      const outcome = await bulk(resource.name, { action: 'delete', ...chosen });
      await queries.invalidateQueries({ queryKey: [resource.name] });
      if (outcome.failed > 0) {
        setSummary(outcome);
        return;
      }
      notify('list.deleted', { type: 'success', messageArgs: { smart_count: outcome.deleted } });
      onUnselectItems();
      onClose();
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
    }
  };
  return { summary, isBusy, run: () => void remove() };
}
