import { Box, Button, DialogContentText, Typography } from '@mui/material';
import { useState } from 'react';
import type { Conflict, Merged, Side } from '../../../../descriptor/edits/merge.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { Choices } from '../../../kit/choices.tsx';
import { DialogFrame } from '../../../kit/dialog-frame.tsx';
import { useNumberFormat } from '../../../kit/formats/use-number-format.ts';
import { useTexts } from '../../../messages/texts.ts';
import { pathText, valueText } from './change-words.ts';
import { Discard } from './discard.tsx';
import { Note } from './note.tsx';
import type { StructureDraft } from './use-structure-draft.ts';

/** Somebody else changed the texts meanwhile: the person merges both changes, or loads theirs. */
export function MovedNote({ draft: { merge, discard } }: { draft: StructureDraft }) {
  const { moved } = useTexts('structure-draft');
  const [merged, setMerged] = useState<Merged>();
  return (
    <Note severity="warning" text={moved.text}>
      <Button color="inherit" onClick={() => setMerged(merge())}>
        {moved.merge}
      </Button>
      <Discard label={moved.theirs} onDiscard={discard} />
      {merged && (
        <MergeDialog
          {...merged}
          onMerge={(sides) => setMerged(merge(sides))}
          onClose={() => setMerged(undefined)}
        />
      )}
    </Note>
  );
}

const bothSides: readonly Side[] = ['theirs', 'mine'];

type MergeDialogProps = Pick<Merged, 'conflicts' | 'lostComments'> & {
  /** With the side of each conflict. */
  onMerge: (sides: readonly Side[]) => void;
  onClose: () => void;
};

/** Asks for a side where both changed the same thing, and says which comments are lost. */
function MergeDialog({ conflicts, lostComments, onMerge, onClose }: MergeDialogProps) {
  const texts = useTexts('structure-draft');
  const { moved } = texts;
  const write = useNumberFormat();
  const [sides, setSides] = useState<readonly (Side | undefined)[]>(conflicts.map(() => undefined));
  const chosen = sides.filter((side) => side !== undefined);
  const missing = conflicts.length - chosen.length;
  return (
    <DialogFrame
      title={moved.merge}
      cancel={texts.cancel}
      action={moved.merge}
      isDisabled={missing > 0}
      onAction={() => onMerge(chosen)}
      onClose={onClose}
      beside={
        <Typography role="status" color="text.secondary" sx={{ mr: 'auto' }}>
          {missing > 0 && fillTemplate(moved.missing, { count: write(missing) })}
        </Typography>
      }
    >
      {conflicts.length > 0 && (
        <DialogContentText sx={{ mb: 2 }}>{moved.conflicts}</DialogContentText>
      )}
      <Box sx={{ display: 'grid', gap: 2 }}>
        {conflicts.map((conflict, index) => (
          <Choices
            key={index}
            label={'path' in conflict ? pathText(conflict.path) : conflict.file}
            value={sides[index] ?? ''}
            options={bothSides.map((side) => ({
              value: side,
              label: fillTemplate(moved.sides[side], { value: shown(conflict, side) }),
            }))}
            onChange={(side) => setSides(sides.with(index, side))}
          />
        ))}
      </Box>
      {lostComments.length > 0 && (
        <>
          <DialogContentText sx={{ mt: 2 }}>{moved.lostComments}</DialogContentText>
          <Box component="pre" sx={{ m: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {lostComments.join('\n')}
          </Box>
        </>
      )}
    </DialogFrame>
  );

  function shown(conflict: Conflict, side: Side): string {
    if ('path' in conflict) return valueText(conflict[side], moved.removed);
    return conflict[side] === undefined ? moved.removed : moved.wholeFile;
  }
}
