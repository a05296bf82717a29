import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
} from '@mui/material';
import { useEffect, useId } from 'react';
import { useTranslate } from 'react-admin';
import { useBlocker } from 'react-router-dom';
import { openRecordOf } from '../kit/open-record.ts';

type UnsavedChangesProps = {
  isDirty: () => boolean;
  /** Leaves what was typed behind on purpose. */
  onLeave: () => void;
};

/** Holds back whoever is about to leave with something typed and not saved; the browser asks when its tab is closed. */
export function UnsavedChanges({ isDirty, onLeave }: UnsavedChangesProps) {
  const translate = useTranslate();
  const title = useId();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      (currentLocation.pathname !== nextLocation.pathname ||
        openRecordOf(currentLocation.search) !== openRecordOf(nextLocation.search)) &&
      isDirty(),
  );

  useEffect(() => {
    const hold = (event: BeforeUnloadEvent): void => {
      if (isDirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [isDirty]);

  return (
    <Dialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      aria-labelledby={title}
    >
      <DialogTitle id={title}>{translate('form.unsaved_title')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{translate('form.unsaved_text')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button
          color="error"
          onClick={() => {
            onLeave();
            blocker.proceed?.();
          }}
        >
          {translate('form.leave')}
        </Button>
        <Button variant="contained" autoFocus onClick={() => blocker.reset?.()}>
          {translate('form.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
