import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
} from '@mui/material';
import { useId } from 'react';
import { useDuplicateTexts } from './duplicate-texts.ts';

type UndoDialogProps = { isBusy: boolean; onConfirm: () => void; onClose: () => void };

export function UndoDialog({ isBusy, onConfirm, onClose }: UndoDialogProps) {
  const texts = useDuplicateTexts();
  const title = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={title}>
      <DialogTitle id={title}>{texts.undoTitle}</DialogTitle>
      <DialogContent>
        <DialogContentText>{texts.undoText}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose} autoFocus>
          {texts.cancel}
        </Button>
        <Button variant="contained" loading={isBusy} onClick={onConfirm}>
          {texts.undo}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
