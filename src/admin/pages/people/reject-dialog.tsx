import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  TextField,
} from '@mui/material';
import { useId, useState } from 'react';
import { fillTemplate } from '../../../fields/fill-template.ts';
import { useTexts } from '../../messages/texts.ts';

/** As long as the server takes it. */
const LONGEST = 1000;

type RejectDialogProps = {
  count: number;
  /** What was told when it was tried before. */
  reason: string;
  onReject: (reason: string) => void;
  onClose: () => void;
};

export function RejectDialog({ count, reason: before, onReject, onClose }: RejectDialogProps) {
  const texts = useTexts('people');
  const own = texts.requests;
  const title = useId();
  const [reason, setReason] = useState(before);
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={title}>
      <DialogTitle id={title}>
        {count === 1 ? own.rejectTitle : fillTemplate(own.rejectTitleMany, { count })}
      </DialogTitle>
      <Box
        component="form"
        onSubmit={(event) => {
          event.preventDefault();
          onReject(reason.trim());
        }}
      >
        <DialogContent sx={{ pt: 0 }}>
          <DialogContentText sx={{ mb: 1.5 }}>{own.rejectText}</DialogContentText>
          <TextField
            autoFocus
            multiline
            minRows={3}
            label={own.reason}
            helperText={own.reasonHelp}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            slotProps={{ htmlInput: { maxLength: LONGEST } }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" variant="contained" color="error">
            {own.rejectNow}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
