import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  type DialogContentProps,
  type DialogProps,
} from '@mui/material';
import { useId, type ReactNode, type SyntheticEvent } from 'react';

export type DialogFrameProps = Pick<DialogProps, 'fullWidth' | 'maxWidth' | 'fullScreen'> & {
  title: ReactNode;
  content?: DialogContentProps;
  /** What stands before its buttons. */
  beside?: ReactNode;
  /** What the first button says, and does where that is not only to close it. */
  cancel: string;
  onCancel?: () => void;
  isCancelDisabled?: boolean;
  /** What the second button says and does; absent where there is nothing to be done. */
  action?: string | undefined;
  onAction?: () => void;
  /** What cannot be taken back: the button is red. */
  isGrave?: boolean;
  isDisabled?: boolean | undefined;
  isLoading?: boolean;
  /** Enter in one of its inputs does it, too. */
  isForm?: boolean | undefined;
  /** The button that Enter presses first. */
  focus?: 'cancel' | 'action' | undefined;
  /** While it works nothing but its buttons closes it. */
  isBusy?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog that is called by its title, with the ways out of it. */
export function DialogFrame(props: DialogFrameProps) {
  const { title, content, beside, cancel, action, focus, isGrave, isForm, isBusy } = props;
  const { onClose, onCancel = onClose, onAction, maxWidth = 'sm', fullWidth = true } = props;
  const id = useId();
  const parts = (
    <>
      <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      <DialogContent {...content}>{props.children}</DialogContent>
      <DialogActions>
        {beside}
        <Button
          // Where there is nothing to do it is the one button.
          color={onAction ? 'inherit' : 'primary'}
          autoFocus={focus === 'cancel'}
          disabled={props.isCancelDisabled}
          onClick={onCancel}
        >
          {cancel}
        </Button>
        {action !== undefined && (
          <Button
            variant="contained"
            color={isGrave ? 'error' : 'primary'}
            autoFocus={focus === 'action'}
            loading={props.isLoading}
            disabled={props.isDisabled}
            {...(isForm ? { type: 'submit' } : { onClick: onAction })}
          >
            {action}
          </Button>
        )}
      </DialogActions>
    </>
  );
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    // Dialogs of a form's page are its children to React, which would submit that form too.
    event.stopPropagation();
    if (!isBusy) onAction?.();
  };
  return (
    <Dialog
      open
      fullWidth={fullWidth}
      maxWidth={maxWidth}
      fullScreen={props.fullScreen}
      onClose={isBusy ? undefined : onClose}
      aria-labelledby={id}
    >
      {isForm ? (
        <form noValidate onSubmit={submit}>
          {parts}
        </form>
      ) : (
        parts
      )}
    </Dialog>
  );
}

type ConfirmDialogProps = Omit<DialogFrameProps, 'children'> & { text: string };

/** Asks once more before something is done; Enter calls off what cannot be taken back. */
export function ConfirmDialog({ text, ...props }: ConfirmDialogProps) {
  return (
    <DialogFrame {...props} fullWidth={false} focus={props.isGrave ? 'cancel' : 'action'}>
      <DialogContentText>{text}</DialogContentText>
    </DialogFrame>
  );
}
