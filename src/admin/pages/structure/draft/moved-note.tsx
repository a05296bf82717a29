import { Box, Button, DialogContentText, Typography } from '@mui/material';
import { useState } from 'react';
import type { Conflict, Side } from '../../../../descriptor/edits/merge.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { Choices } from '../../../kit/choices.tsx';
import { DialogFrame } from '../../../kit/dialog-frame.tsx';
import { useNumberFormat } from '../../../kit/formats/use-number-format.ts';
import { Status } from '../../../kit/status/status.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { differingText, pathText } from './change-words.ts';
import { Discard } from './discard.tsx';
import { Note } from './note.tsx';
import type { StructureDraft } from './use-structure-draft.ts';

/** Somebody else changed the texts meanwhile: the person merges both changes, or loads theirs. */
export function MovedNote({ draft }: { draft: StructureDraft }) {
  const { moved } = useTexts('structure-draft');
  const { mergeWith, adopt, discard, theirs } = draft;
  const [isOpen, setOpen] = useState(false);
  const begin = (): void => {
    const { files, conflicts, lostComments, lostPaths } = mergeWith([]);
    if (conflicts.length + lostComments.length + lostPaths.length > 0) setOpen(true);
    else adopt(files);
  };
  return (
    <Note severity="warning" text={moved.text}>
      <Button color="inherit" onClick={begin}>
        {moved.merge}
      </Button>
      <Discard label={moved.theirs} onDiscard={discard} />
      {/* If the texts on the server change again, the person chooses again. */}
      {isOpen && <MergeDialog key={theirs.hash} draft={draft} onClose={() => setOpen(false)} />}
    </Note>
  );
}

const bothSides: readonly Side[] = ['theirs', 'mine'];

type MergeDialogProps = { draft: StructureDraft; onClose: () => void };

/** Asks for a side where both changed the same thing, and says what would be lost. */
function MergeDialog({ draft, onClose }: MergeDialogProps) {
  const texts = useTexts('structure-draft');
  const { moved } = texts;
  const write = useNumberFormat();
  const [sides, setSides] = useState<readonly (Side | undefined)[]>([]);
  const { mergeWith, adopt } = draft;
  const merged = mergeWith(sides);
  const { conflicts, lostComments, lostPaths } = merged;
  const missing = conflicts.filter((_, index) => sides[index] === undefined).length;
  const lost = [...lostPaths.map((path) => pathText(path)), ...lostComments];
  return (
    <DialogFrame
      title={moved.merge}
      cancel={texts.cancel}
      action={moved.merge}
      isDisabled={missing > 0}
      onAction={() => adopt(merged.files)}
      onClose={onClose}
      beside={
        <Typography component={Status} color="text.secondary" sx={{ mr: 'auto' }}>
          {missing > 0 && fillTemplate(moved.missing, { count: write(missing) })}
        </Typography>
      }
    >
      {conflicts.length > 0 && (
        <DialogContentText sx={{ mb: 2 }}>{moved.conflicts}</DialogContentText>
      )}
      <ConflictChoices {...{ conflicts, sides, setSides }} />
      {missing === 0 && lost.length > 0 && (
        <>
          <DialogContentText sx={{ mt: 2 }}>{moved.lost}</DialogContentText>
          <Box component="pre" sx={{ m: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {lost.join('\n')}
          </Box>
        </>
      )}
    </DialogFrame>
  );
}

type ConflictChoicesProps = {
  conflicts: readonly Conflict[];
  sides: readonly (Side | undefined)[];
  setSides: (sides: readonly (Side | undefined)[]) => void;
};

function ConflictChoices({ conflicts, sides, setSides }: ConflictChoicesProps) {
  const { moved } = useTexts('structure-draft');
  return (
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
          onChange={(side) => setSides(conflicts.map((_, at) => (at === index ? side : sides[at])))}
        />
      ))}
    </Box>
  );

  function shown(conflict: Conflict, side: Side): string {
    if (!('path' in conflict))
      return conflict[side] === undefined ? moved.removed : moved.wholeFile;
    const name = conflict.renamed?.[side];
    const text = differingText(
      conflict[side],
      conflict[side === 'mine' ? 'theirs' : 'mine'],
      moved.removed,
    );
    return name === undefined ? text : fillTemplate(moved.renamed, { name, value: text });
  }
}
