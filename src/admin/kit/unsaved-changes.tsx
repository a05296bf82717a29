import { useTranslate } from 'react-admin';
import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { ConfirmDialog } from './dialog-frame.tsx';
import { openRecordOf } from './open-record.ts';

type UnsavedChangesProps = {
  isDirty: () => boolean;
  /** The user discards the changes on purpose. */
  onLeave: () => void;
};

/** Stops the user from leaving with unsaved changes; the browser asks when its tab is closed. */
export function UnsavedChanges({ isDirty, onLeave }: UnsavedChangesProps) {
  const translate = useTranslate();
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
    blocker.state === 'blocked' && (
      <ConfirmDialog
        title={translate('form.unsaved_title')}
        text={translate('form.unsaved_text')}
        action={translate('form.leave')}
        cancel={translate('form.stay')}
        isGrave
        onAction={() => {
          onLeave();
          blocker.proceed();
        }}
        onClose={() => blocker.reset()}
      />
    )
  );
}
