import { DialogContentText, TextField } from '@mui/material';
import { useState } from 'react';
import { fromLocal, toLocal } from '../../../fields/text/date-format.ts';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { useTexts } from '../../messages/texts.ts';

type ReplayDialogProps = { isBusy: boolean; onClose: () => void; onReplay: (from: string) => void };

/** Asks for the moment from which everything is sent again; at first the present one. */
export function ReplayDialog({ isBusy, onClose, onReplay }: ReplayDialogProps) {
  const texts = useTexts('webhooks');
  const [from, setFrom] = useState(() => toLocal(new Date().toISOString()) ?? '');
  const moment = fromLocal(from);
  return (
    <DialogFrame
      title={texts.replayFrom}
      cancel={texts.cancel}
      action={texts.send}
      isForm
      isDisabled={moment === undefined}
      isLoading={isBusy}
      onAction={() => moment !== undefined && onReplay(moment)}
      onClose={onClose}
    >
      <DialogContentText>{texts.replayText}</DialogContentText>
      <TextField
        type="datetime-local"
        label={texts.from}
        required
        value={from}
        onChange={({ target }) => setFrom(target.value)}
        slotProps={{ inputLabel: { shrink: true } }}
        sx={{ mt: 2, mb: 0 }}
      />
    </DialogFrame>
  );
}
