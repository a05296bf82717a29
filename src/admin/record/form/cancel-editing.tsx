import EditIcon from '@mui/icons-material/Edit';
import { Button } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { ConfirmDialog } from '../../kit/dialog-frame.tsx';
import type { Editing } from './use-editing.ts';
import type { RecordForm } from '../use-record-form.ts';

/** Goes back from the inputs to the values, and asks first if something would be lost. */
export function useCancel(
  work: RecordForm,
  editing: Editing | undefined,
): { ask: () => void; dialog: ReactNode } {
  const translate = useTranslate();
  const [isAsking, setAsking] = useState(false);
  const cancel = (): void => {
    work.rebase(work.latest());
    editing?.stop();
  };
  const ask = (): void => (work.isDirty() ? setAsking(true) : cancel());
  const dialog = isAsking && (
    <ConfirmDialog
      title={translate('form.cancel_title')}
      text={translate('form.cancel_text')}
      action={translate('form.discard')}
      cancel={translate('form.stay')}
      isGrave
      onAction={() => {
        setAsking(false);
        cancel();
      }}
      onClose={() => setAsking(false)}
    />
  );
  return { ask, dialog };
}

/** The button that turns the values into inputs. */
export function EditButton({ onEdit }: { onEdit: () => void }) {
  const translate = useTranslate();
  return (
    <Button
      variant="contained"
      startIcon={<EditIcon />}
      aria-keyshortcuts="E"
      title={translate('form.edit_hint')}
      onClick={onEdit}
    >
      {translate('form.edit')}
    </Button>
  );
}
