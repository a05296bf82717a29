import { Button } from '@mui/material';
import { useState } from 'react';
import { ConfirmDialog } from '../../../kit/dialog-frame.tsx';
import { useTexts } from '../../../messages/texts.ts';

type DiscardProps = { label: string; onDiscard: () => void };

/** Ends the draft once the person confirms it. */
export function Discard({ label, onDiscard }: DiscardProps) {
  const { discard, lost, cancel } = useTexts('structure-draft');
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button color="inherit" onClick={() => setAsked(true)}>
        {label}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={label}
          text={lost}
          cancel={cancel}
          action={discard}
          isGrave
          onAction={() => {
            setAsked(false);
            onDiscard();
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
