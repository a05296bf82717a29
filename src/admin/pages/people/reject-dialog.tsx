import { DialogContentText, TextField } from '@mui/material';
import { useState } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useTexts } from '../../messages/texts.ts';
import { DialogFrame } from '../../kit/dialog-frame.tsx';

/** The longest reason the server accepts. */
const MAX_REASON_LENGTH = 1000;

type RejectDialogProps = {
  count: number;
  /** The reason of an earlier attempt. */
  reason: string;
  onReject: (reason: string) => void;
  onClose: () => void;
};

export function RejectDialog({ count, reason: before, onReject, onClose }: RejectDialogProps) {
  const texts = useTexts('people');
  const own = texts.requests;
  const [reason, setReason] = useState(before);
  return (
    <DialogFrame
      title={count === 1 ? own.rejectTitle : fillTemplate(own.rejectTitleMany, { count })}
      isForm
      isGrave
      cancel={texts.cancel}
      action={own.rejectNow}
      onAction={() => onReject(reason.trim())}
      onClose={onClose}
    >
      <DialogContentText sx={{ mb: 1.5 }}>{own.rejectText}</DialogContentText>
      <TextField
        autoFocus
        multiline
        minRows={3}
        label={own.reason}
        helperText={own.reasonHelp}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        slotProps={{ htmlInput: { maxLength: MAX_REASON_LENGTH } }}
      />
    </DialogFrame>
  );
}
