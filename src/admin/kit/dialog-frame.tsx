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
import { useEffect, useId, useRef, type ReactNode, type SyntheticEvent } from 'react';

export type DialogFrameProps = Pick<DialogProps, 'fullWidth' | 'maxWidth' | 'fullScreen'> & {
  title: ReactNode;
  content?: DialogContentProps;
  /** Placed before the buttons. */
  beside?: ReactNode;
  /** The label of the first button. It closes the dialog, unless `onCancel` is given. */
  cancel: string;
  onCancel?: () => void;
  isCancelDisabled?: boolean;
  /** The label of the second button, which runs `onAction`; without it there is only the first. */
  action?: string | undefined;
  onAction?: () => void;
  /** For what cannot be undone: the button is red. */
  isGrave?: boolean;
  isDisabled?: boolean | undefined;
  isLoading?: boolean;
  /** Enter in an input runs the action, too. */
  isForm?: boolean | undefined;
  /** The button that has the focus at first, so that Enter presses it. */
  focus?: 'cancel' | 'action' | undefined;
  /** While it is busy, only its buttons can close it. */
  isBusy?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog that is labelled by its title, with its buttons below. */
export function DialogFrame(props: DialogFrameProps) {
  const { title, content, isForm, isBusy, onAction, onClose } = props;
  const { maxWidth = 'sm', fullWidth = true } = props;
  const id = useId();
  const parts = (
    <>
      <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      <DialogContent {...content}>{props.children}</DialogContent>
      <Buttons {...props} />
    </>
  );
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    // React treats a dialog as a child of the form it was opened from, and would submit that form too.
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

function Buttons({ action, focus, onAction, onClose, ...props }: DialogFrameProps) {
  const button = useFocusAgain(props.isLoading);
  return (
    <DialogActions>
      {props.beside}
      <Button
        // Without an action it is the only button.
        color={onAction ? 'inherit' : 'primary'}
        autoFocus={focus === 'cancel'}
        disabled={props.isCancelDisabled}
        onClick={props.onCancel ?? onClose}
      >
        {props.cancel}
      </Button>
      {action !== undefined && (
        <Button
          ref={button}
          variant="contained"
          color={props.isGrave ? 'error' : 'primary'}
          autoFocus={focus === 'action'}
          loading={props.isLoading}
          disabled={props.isDisabled}
          {...(props.isForm ? { type: 'submit' } : { onClick: onAction })}
        >
          {action}
        </Button>
      )}
    </DialogActions>
  );
}

/** A button that was pressed loses the focus while it is busy, and gets it back if the dialog stays open. */
function useFocusAgain(isLoading = false) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const pressed = button.current;
    return isLoading ? () => refocus(pressed) : undefined;
  }, [isLoading]);
  return button;
}

/** Unless the user has moved on to another part of the dialog. */
function refocus(button: HTMLButtonElement | null): void {
  const active = document.activeElement;
  if (active === document.body || active?.contains(button) === true) button?.focus();
}

type ConfirmDialogProps = Omit<DialogFrameProps, 'children'> & { text: string };

/** Asks for confirmation. For what cannot be undone, Enter cancels. */
export function ConfirmDialog({ text, ...props }: ConfirmDialogProps) {
  return (
    <DialogFrame {...props} fullWidth={false} focus={props.isGrave ? 'cancel' : 'action'}>
      <DialogContentText>{text}</DialogContentText>
    </DialogFrame>
  );
}
