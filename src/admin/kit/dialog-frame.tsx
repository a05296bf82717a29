import { Dialog, DialogActions, DialogContent, DialogTitle, type DialogProps } from '@mui/material';
import { useId, type ReactNode, type SyntheticEvent } from 'react';

type DialogFrameProps = Pick<DialogProps, 'fullWidth' | 'maxWidth' | 'fullScreen'> & {
  title: ReactNode;
  /** Its buttons. */
  actions: ReactNode;
  children: ReactNode;
  /** While it works nothing but its buttons closes it. */
  isBusy?: boolean;
  /** Makes it a form. */
  onSubmit?: () => void;
  onClose: () => void;
};

/** A dialog that is called by its title. */
export function DialogFrame(props: DialogFrameProps) {
  const { title, actions, children, isBusy, maxWidth = 'sm', onSubmit, onClose, ...size } = props;
  const id = useId();
  const parts = (
    <>
      <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      <DialogContent>{children}</DialogContent>
      <DialogActions>{actions}</DialogActions>
    </>
  );
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    // Dialogs of a form's page are its children to React, which would submit that form too.
    event.stopPropagation();
    if (!isBusy) onSubmit?.();
  };
  return (
    <Dialog
      open
      fullWidth
      maxWidth={maxWidth}
      {...size}
      onClose={isBusy ? undefined : onClose}
      aria-labelledby={id}
    >
      {onSubmit ? (
        <form noValidate onSubmit={submit}>
          {parts}
        </form>
      ) : (
        parts
      )}
    </Dialog>
  );
}
