import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Typography,
  useMediaQuery,
  type Theme,
} from '@mui/material';
import { useId, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { systemFieldTable } from '../../descriptor/system-fields.ts';
import { FieldValue, isNothing } from '../kit/field-value.tsx';
import { Status } from '../kit/status/status.tsx';
import { toConflicts, toMerged, type Side } from './conflict.ts';
import { ConflictGrid } from './conflict-grid.tsx';
import type { RecordForm } from './use-record-form.ts';
import type { Meanwhile } from './use-save.ts';

type ConflictDialogProps = {
  work: RecordForm;
  meanwhile: Meanwhile;
  isSaving: boolean;
  /** Saves the form, which by then holds what was chosen upon the newer record. */
  onSave: () => void;
  onClose: () => void;
};

/** Both versions side by side, and a choice for each field that is not the same in them. */
export function ConflictDialog({
  work,
  meanwhile,
  isSaving,
  onSave,
  onClose,
}: ConflictDialogProps) {
  const { current, changes } = meanwhile;
  const translate = useTranslate();
  const notify = useNotify();
  const title = useId();
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const [conflicts, setConflicts] = useState(() =>
    toConflicts(work.fields, { base: work.base ?? {}, current, changes }),
  );
  const open = conflicts.filter((conflict) => conflict.chosen === undefined).length;
  const choose = (chosen: Side, name?: string): void =>
    setConflicts(
      conflicts.map((conflict) =>
        (name === undefined || conflict.name === name) && !(conflict.isTheirs && name === undefined)
          ? { ...conflict, chosen }
          : conflict,
      ),
    );

  const save = (): void => {
    const merged = toMerged(conflicts);
    work.rebase(current, merged);
    onClose();
    if (Object.keys(merged).length > 0) onSave();
    else notify('conflict.theirs_taken');
  };

  return (
    <Dialog
      open
      fullWidth
      maxWidth="md"
      fullScreen={isNarrow}
      aria-labelledby={title}
      onClose={onClose}
    >
      <DialogTitle id={title}>
        <ChangedBy record={current} />
      </DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>{translate('conflict.lead')}</DialogContentText>
        <ConflictGrid conflicts={conflicts} onChoose={choose} />
      </DialogContent>
      <DialogActions>
        <Typography
          component={Status}
          variant="body2"
          color="text.secondary"
          sx={{ mr: 'auto', pl: 2 }}
        >
          {open > 0 && translate('conflict.open', { smart_count: open })}
        </Typography>
        <Button color="inherit" onClick={onClose}>
          {translate('conflict.back')}
        </Button>
        <Button variant="contained" disabled={open > 0} loading={isSaving} onClick={save}>
          {translate('form.save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function ChangedBy({ record }: { record: Meanwhile['current'] }) {
  const translate = useTranslate();
  const by = record.updatedBy as unknown;
  return (
    <>
      {translate('conflict.title')}
      <Typography component="div" variant="body2" color="text.secondary">
        {translate('conflict.changed_at')}{' '}
        <FieldValue
          field={systemFieldTable.get('updatedAt')!}
          value={record.updatedAt}
          place="list"
        />
        {!isNothing(by) && (
          <>
            {` ${translate('form.by')} `}
            <FieldValue field={systemFieldTable.get('updatedBy')!} value={by} place="list" />
          </>
        )}
      </Typography>
    </>
  );
}
