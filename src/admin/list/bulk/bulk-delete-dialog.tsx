import { Alert, DialogContentText } from '@mui/material';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import type { RecordSet } from '../../client/bulk.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { BulkDialog, useBulkRun } from '../../resource/bulk-dialog.tsx';
import { useOfferUndo } from '../../resource/undo/use-offer-undo.ts';
import { isCountMissing, TypedCount } from '../../resource/typed-count.tsx';
import { useResource } from '../../kit/use-resource.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

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
  const { texts, say, number } = useI18n();
  const [typed, setTyped] = useState('');
  const { days } = resource.trash;
  const lost = texts.list.deleteText['filter' in chosen ? 'filtered' : 'selected'];
  const remove = async (): Promise<void> => {
    const outcome = await run.run({ action: 'delete', ...chosen });
    if (outcome === undefined || outcome.failed > 0 || outcome.deleted < outcome.total) return;
    offerUndo(fillTemplate(texts.list.deleted, { count: outcome.deleted }), outcome.changeSet);
    onUnselectItems();
    onClose();
  };
  return (
    <BulkDialog
      run={run}
      title={fillTemplate(texts.list.deleteTitle, { count: number(count) })}
      done="deleted"
      action={texts.list.delete}
      onRun={() => void remove()}
      isGrave
      isDisabled={isCountMissing(count, typed)}
      focus={isCountMissing(count, '') ? undefined : 'cancel'}
      onClose={onClose}
    >
      <DialogContentText>
        {fillTemplate(days > 0 ? lost.trash : lost.forever, {
          name: say(resource.label),
          count: days,
        })}
        {days > 0 && resource.name === 'users' && ` ${texts.form.deleteUserTrash}`}
      </DialogContentText>
      {count < of && (
        <Alert severity="info" sx={{ mt: 1.5 }}>
          {fillTemplate(texts.list.mayDelete, { count: number(count), of: number(of) })}
        </Alert>
      )}
      <TypedCount
        count={count}
        label={fillTemplate(texts.list.deleteType, { count: number(count) })}
        typed={typed}
        onChange={setTyped}
      />
    </BulkDialog>
  );
}
