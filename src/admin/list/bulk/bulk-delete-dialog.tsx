import { Alert, DialogContentText } from '@mui/material';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import type { RecordSet } from '../../client/bulk.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { BulkDialog, useBulkRun } from '../../resource/bulk-dialog.tsx';
import { useOfferUndo } from '../../resource/undo/use-offer-undo.ts';
import { isCountMissing, TypedCount } from '../../resource/typed-count.tsx';
import { useResource } from '../../kit/use-resource.ts';

export type BulkDialogProps = {
  chosen: RecordSet;
  count: number;
  /** How many were chosen, including those the role may not change. */
  of: number;
  onClose: () => void;
};

/** Asks, deletes, and reports what happened to each record: those that others refer to stay. */
export function BulkDeleteDialog({ chosen, count, of, onClose }: BulkDialogProps) {
  const run = useBulkRun();
  const { onUnselectItems } = useListContext();
  const offerUndo = useOfferUndo();
  const { resource } = useResource();
  const { translate, say, number } = useI18n();
  const [typed, setTyped] = useState('');
  const kept = resource.trash.days > 0 ? '_trash' : '';
  const remove = async (): Promise<void> => {
    const outcome = await run.run({ action: 'delete', ...chosen });
    if (outcome === undefined || outcome.failed > 0 || outcome.deleted < outcome.total) return;
    offerUndo('list.deleted', outcome.changeSet, { smart_count: outcome.deleted });
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
      isDisabled={isCountMissing(count, typed)}
      focus={isCountMissing(count, '') ? undefined : 'cancel'}
      onClose={onClose}
    >
      <DialogContentText>
        {translate(`list.delete_${'filter' in chosen ? 'filtered' : 'selected'}${kept}`, {
          name: say(resource.label),
          smart_count: resource.trash.days,
        })}
        {kept !== '' && resource.name === 'users' && ` ${translate('form.delete_user_trash')}`}
      </DialogContentText>
      {count < of && (
        <Alert severity="info" sx={{ mt: 1.5 }}>
          {translate('list.may_delete', { count: number(count), of: number(of) })}
        </Alert>
      )}
      <TypedCount
        count={count}
        label={translate('list.delete_type', { count: number(count) })}
        typed={typed}
        onChange={setTyped}
      />
    </BulkDialog>
  );
}
