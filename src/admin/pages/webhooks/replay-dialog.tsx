import { DialogContentText, TextField } from '@mui/material';
import { useState } from 'react';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { useTexts } from '../../messages/texts.ts';

type ReplayDialogProps = { isBusy: boolean; onClose: () => void; onReplay: (from: string) => void };

/** Asks for the moment from which everything is sent again; at first the present one. */
export function ReplayDialog({ isBusy, onClose, onReplay }: ReplayDialogProps) {
  const texts = useTexts('webhooks');
  const [from, setFrom] = useState(() => toLocalText(new Date()));
  const moment = new Date(from);
  return (
    <DialogFrame
      title={texts.replayFrom}
      cancel={texts.cancel}
      action={texts.send}
      isForm
      isDisabled={Number.isNaN(moment.getTime())}
      isLoading={isBusy}
      onAction={() => onReplay(moment.toISOString())}
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

/** As the input of the browser writes it, in the time zone of the user. */
function toLocalText(moment: Date): string {
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}
