import { Button, DialogContentText } from '@mui/material';
import { DialogFrame } from './dialog-frame.tsx';

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
  return (
    <DialogFrame
      title={title}
      fullWidth={false}
      onClose={onClose}
      actions={
        <>
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
        </>
      }
    >
      <DialogContentText>{text}</DialogContentText>
    </DialogFrame>
  );
}
