import { Box, Button, Typography } from '@mui/material';
import type { RaRecord } from 'react-admin';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { UnsavedChanges } from '../../kit/unsaved-changes.tsx';
import { useTexts } from '../../messages/texts.ts';
import { placeOfList } from '../keep-in-address.ts';
import type { Moves } from './use-moves.ts';

type MoveNoteProps = {
  record: RaRecord;
  moves: Moves;
  /** How a value of the field is called. */
  nameOf: (value: unknown) => string;
};

/** At a record that could not be moved: why, or the choice between the user's place and that of someone else. */
export function MoveNote({ record, moves, nameOf }: MoveNoteProps) {
  const texts = useTexts('shown-as');
  const mark = moves.markOf(record);
  if (mark === undefined || mark.state === 'saving') return null;
  const isConflict = mark.state === 'conflict';
  const isUnsent = mark.state === 'failed' && mark.unsent !== undefined;
  const moveAnyway = (): void => {
    if (!isConflict) return;
    moves.dismiss(record);
    const seen = { ...record, [moves.field.name]: mark.theirs, _version: mark.version };
    moves.move(seen, mark.value);
  };
  const noMove = isUnsent ? texts.cancel : texts.dismiss;
  const names = { to: nameOf(mark.value), theirs: isConflict ? nameOf(mark.theirs) : '' };
  return (
    <Box role={isConflict ? 'group' : 'alert'} sx={{ mt: 0.75 }}>
      <Typography variant="body2" color="error" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {isConflict
          ? fillTemplate(texts.conflict, names)
          : fillTemplate(isUnsent ? texts.unsent : texts.refused, { ...names, reason: mark.said })}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, mt: 0.5 }}>
        {isConflict && (
          <Button size="small" variant="outlined" onClick={moveAnyway}>
            {fillTemplate(texts.anyway, names)}
          </Button>
        )}
        {isUnsent && (
          <Button size="small" variant="outlined" onClick={moves.sendAgain}>
            {texts.retry}
          </Button>
        )}
        <Button size="small" onClick={() => moves.dismiss(record)}>
          {isConflict ? fillTemplate(texts.leave, names) : noMove}
        </Button>
      </Box>
    </Box>
  );
}

/** Asks before the user leaves with moves that wait for the server. */
export function UnsentMoves({ moves }: { moves: Moves }) {
  return (
    <UnsavedChanges
      isDirty={moves.isUnsent}
      placeOf={placeOfList}
      onLeave={() => moves.moving.forEach(({ record }) => moves.dismiss(record))}
    />
  );
}
