import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
} from '@mui/material';
import { useId } from 'react';

type ConfirmDialogProps = {
  title: string;
  text: string;
  action: string;
  cancel: string;
  /** What cannot be taken back: Enter then calls it off, and the button is red. */
  isGrave?: boolean;
  isBusy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks once more before something is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    text,
    action,
    cancel,
    isGrave = false,
    isBusy = false,
    onConfirm,
    onClose,
  } = props;
  const id = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      <DialogContent>
        <DialogContentText>{text}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose} autoFocus={isGrave}>
          {cancel}
        </Button>
        <Button
          variant="contained"
          color={isGrave ? 'error' : 'primary'}
          autoFocus={!isGrave}
          loading={isBusy}
          onClick={onConfirm}
        >
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
