import { Alert, Box, Button } from '@mui/material';
import { useState } from 'react';
import { ConfirmDialog } from '../../../kit/dialog-frame.tsx';
import { useTexts } from '../../../messages/texts.ts';

type MovedNoteProps = { onTheirs: () => void; onMine: () => void };

/** Somebody else changed the texts meanwhile: the person loads theirs, or replaces them. */
export function MovedNote({ onTheirs, onMine }: MovedNoteProps) {
  const { moved, discard, cancel, unsaved } = useTexts('structure-text');
  const [isAsked, setAsked] = useState(false);
  return (
    <Alert severity="warning">
      {moved.text} {moved.mineHint}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 0.5 }}>
        <Button color="inherit" size="small" onClick={onMine}>
          {moved.mine}
        </Button>
        <Button color="inherit" size="small" onClick={() => setAsked(true)}>
          {moved.theirs}
        </Button>
      </Box>
      {isAsked && (
        <ConfirmDialog
          title={moved.theirs}
          text={unsaved}
          cancel={cancel}
          action={discard}
          isGrave
          onAction={onTheirs}
          onClose={() => setAsked(false)}
        />
      )}
    </Alert>
  );
}
