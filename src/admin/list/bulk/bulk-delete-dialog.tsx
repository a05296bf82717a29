import { Alert, DialogContentText, TextField } from '@mui/material';
import { useState } from 'react';
import { useListContext, useNotify } from 'react-admin';
import type { RecordSet } from '../../client/bulk.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { BulkDialog, useBulkRun } from '../../kit/bulk-dialog.tsx';
import { useResource } from '../../kit/use-resource.ts';

export type BulkDialogProps = {
  chosen: RecordSet;
  count: number;
  /** How many were chosen, including those the role may not change. */
  of: number;
  onClose: () => void;
};

/** Above this number the user confirms by typing it, because a click comes too easily. */
const TYPED_FROM = 100;

/** Asks, deletes, and reports what happened to each record: those that others refer to stay. */
export function BulkDeleteDialog({ chosen, count, of, onClose }: BulkDialogProps) {
  const run = useBulkRun();
  const { onUnselectItems } = useListContext();
  const notify = useNotify();
  const { resource } = useResource();
  const { translate, say, number } = useI18n();
  const [typed, setTyped] = useState('');
  const isTyped = count >= TYPED_FROM;
  const remove = async (): Promise<void> => {
    const outcome = await run.run({ action: 'delete', ...chosen });
    if (outcome === undefined || outcome.failed > 0 || outcome.deleted < outcome.total) return;
    notify('list.deleted', { type: 'success', messageArgs: { smart_count: outcome.deleted } });
    onUnselectItems();
    onClose();
  };
  return (
    <BulkDialog
      run={run}
      title={translate('list.delete_title', { smart_count: count, formatted: number(count) })}
      done="deleted"
      action={translate('list.delete')}
      onRun={() => void remove()}
      isGrave
      isDisabled={isTyped && typed.replace(/\D/g, '') !== String(count)}
      focus={isTyped ? undefined : 'cancel'}
      onClose={onClose}
    >
      <DialogContentText>
        {translate('filter' in chosen ? 'list.delete_filtered' : 'list.delete_selected', {
          name: say(resource.label),
        })}
      </DialogContentText>
      {count < of && (
        <Alert severity="info" sx={{ mt: 1.5 }}>
          {translate('list.may_delete', { count: number(count), of: number(of) })}
        </Alert>
      )}
      {isTyped && (
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
    </BulkDialog>
  );
}
