import EditIcon from '@mui/icons-material/Edit';
import { Button } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '../../kit/dialog-frame.tsx';
import type { Editing } from './use-editing.ts';
import type { RecordForm } from '../use-record-form.ts';
import { useTexts } from '../../messages/texts.ts';

/** Goes back from the inputs to the values, and asks first if something would be lost. */
export function useCancel(
  work: RecordForm,
  editing: Editing | undefined,
): { ask: () => void; dialog: ReactNode } {
  const texts = useTexts('app');
  const [isAsking, setAsking] = useState(false);
  const cancel = (): void => {
    work.rebase(work.latest());
    editing?.stop();
  };
  const ask = (): void => (work.isDirty() ? setAsking(true) : cancel());
  const dialog = isAsking && (
    <ConfirmDialog
      title={texts.form.cancelTitle}
      text={texts.form.cancelText}
      action={texts.form.discard}
      cancel={texts.form.stay}
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
  const texts = useTexts('app');
  return (
    <Button
      variant="contained"
      startIcon={<EditIcon />}
      aria-keyshortcuts="E"
      title={texts.form.editHint}
      onClick={onEdit}
    >
      {texts.form.edit}
    </Button>
  );
}
