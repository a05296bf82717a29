import { Alert, Box, Button } from '@mui/material';
import { useTexts } from '../../../messages/texts.ts';
import { Discard } from './discard.tsx';
import { LastChange, OutcomeNote } from './last-change.tsx';
import type { StructureDraft } from './use-structure-draft.ts';

/** What was done just now and can be taken back, and what somebody else did meanwhile. */
export function DraftNotes({ draft }: { draft: StructureDraft }) {
  const { theirs, outcome, isMoved, finish } = draft;
  return (
    <>
      {isMoved && <MovedNote draft={draft} />}
      {outcome && (
        <Box sx={{ display: 'grid', gap: 1, mb: 1.5 }}>
          <OutcomeNote outcome={outcome} />
          {theirs.undo && (
            <LastChange
              undo={theirs.undo}
              isToldAbove
              onUndone={(change) => finish('undone', change)}
            />
          )}
        </Box>
      )}
    </>
  );
}

/** Somebody else changed the texts meanwhile: the person loads theirs, or replaces them. */
function MovedNote({ draft: { keep, discard } }: { draft: StructureDraft }) {
  const { moved } = useTexts('structure-draft');
  return (
    <Alert severity="warning" sx={{ mb: 1.5 }}>
      {moved.text} {moved.mineHint}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 0.5 }}>
        <Button color="inherit" onClick={keep}>
          {moved.mine}
        </Button>
        <Discard label={moved.theirs} onDiscard={discard} />
      </Box>
    </Alert>
  );
}
