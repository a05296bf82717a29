import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  TextField,
} from '@mui/material';
import { useId, useState } from 'react';
import { useListContext, useNotify, useTranslate } from 'react-admin';
import type { Chosen } from '../client/bulk.ts';
import { useText } from '../messages/use-text.ts';
import { BulkOutcome, BulkProgressBar, useBulkRun } from '../kit/bulk-outcome.tsx';
import { useNumber } from '../kit/use-number.ts';
import { useResource } from '../kit/use-resource.ts';

type BulkDeleteDialogProps = {
  chosen: Chosen;
  count: number;
  /** How many were chosen; the others the role may not touch. */
  of: number;
  onClose: () => void;
};

/** Above this, deleting is confirmed by typing how many, because a click comes too easily. */
const TYPED_FROM = 100;

/** Asks, deletes, and tells what became of each: those that others refer to stay. */
export function BulkDeleteDialog({ chosen, count, of, onClose }: BulkDeleteDialogProps) {
  const isAll = 'filter' in chosen;
  const run = useBulkRun();
  const { summary, isBusy } = run;
  const { onUnselectItems } = useListContext();
  const notify = useNotify();
  const { resource } = useResource();
  const say = useText();
  const translate = useTranslate();
  const number = useNumber();
  const title = useId();
  const [typed, setTyped] = useState('');
  const remove = async (): Promise<void> => {
    const outcome = await run.run({ action: 'delete', ...chosen });
    if (outcome === undefined || outcome.failed > 0 || outcome.deleted < outcome.total) return;
    notify('list.deleted', { type: 'success', messageArgs: { smart_count: outcome.deleted } });
    onUnselectItems();
    onClose();
  };
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
        {summary?.stopped
          ? translate('grid.bulk_stopped')
          : translate('list.delete_title', { smart_count: count, formatted: number(count) })}
      </DialogTitle>
      <DialogContent>
        {summary ? (
          <BulkOutcome summary={summary} done="deleted" onKept={onClose} />
        ) : (
          <>
            <DialogContentText>
              {translate(isAll ? 'list.delete_filtered' : 'list.delete_selected', {
                name: say(resource.label),
              })}
            </DialogContentText>
            {count < of && (
              <Alert severity="info" sx={{ mt: 1.5 }}>
                {translate('list.may_delete', { count: number(count), of: number(of) })}
              </Alert>
            )}
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
            <BulkProgressBar run={run} />
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button
          color="inherit"
          onClick={isBusy ? run.cancel : onClose}
          autoFocus={count < TYPED_FROM}
          disabled={run.isStopping && isBusy}
        >
          {translate(summary ? 'list.close' : isBusy ? 'grid.stop' : 'list.cancel')}
        </Button>
        {!summary && (
          <Button
            variant="contained"
            color="error"
            onClick={() => void remove()}
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
