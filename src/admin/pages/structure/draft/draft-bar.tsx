import { Box, Button, Paper, Typography } from '@mui/material';
import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { useNumberFormat } from '../../../kit/formats/use-number-format.ts';
import { Status } from '../../../kit/status/status.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { lowWindow } from '../../../shell/theme/low-window.ts';
import { Discard } from './discard.tsx';
import type { StructureDraft } from './use-structure-draft.ts';

/** How many changes the draft has, with what can be done with them; on every page of the structure. */
export function DraftBar({ draft }: { draft: StructureDraft }) {
  const texts = useTexts('structure-draft');
  const summary = useSummary(draft);
  const { canReview, isChanged, undo, redo, discard } = draft;
  const { state } = draft.saved;
  if (!canReview && !redo) return null;
  return (
    <Paper component="section" aria-label={texts.label} elevation={4} sx={barSx}>
      <Typography component={Status} sx={{ fontWeight: 600 }}>
        {summary}
      </Typography>
      {isChanged && (
        <Typography color="text.secondary">
          {state === 'saved' ? texts.saved : texts.unsavedYet}
        </Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, ml: 'auto' }}>
        <Button color="inherit" disabled={!undo} onClick={undo}>
          {texts.undo}
        </Button>
        <Button color="inherit" disabled={!redo} onClick={redo}>
          {texts.redo}
        </Button>
        {isChanged && <Discard label={texts.discard} onDiscard={discard} />}
        {canReview && <ReviewButton draft={draft} />}
      </Box>
    </Paper>
  );
}

/** Leads to the review, or before that to the problems, which the text shows at their lines. */
function ReviewButton({ draft }: { draft: StructureDraft }) {
  const texts = useTexts('structure-draft');
  const { check, isChanged, isBack, openReview } = draft;
  const problems = isChanged && check.isCurrent ? (check.check?.problems.length ?? 0) : 0;
  const isText = useSearchParams()[0].get('tab') === 'text';
  const write = useNumberFormat();
  const button = useRef<HTMLButtonElement>(null);
  // Somebody who comes back from the review goes on where it was opened.
  useEffect(() => {
    if (isBack) button.current?.focus();
  }, [isBack]);
  return (
    <>
      {problems > 0 && !isText && (
        <Button component={Link} to="/structure/overview?tab=text" color="error">
          {fillTemplate(texts.problems, { count: write(problems) })}
        </Button>
      )}
      <Button ref={button} variant="contained" disabled={problems > 0} onClick={openReview}>
        {texts.review}
      </Button>
    </>
  );
}

function useSummary({ isChanged, canReview, changes, declared }: StructureDraft): string {
  const texts = useTexts('structure-draft');
  const write = useNumberFormat();
  if (!isChanged) return canReview ? texts.unapplied : texts.none;
  if (!declared) return texts.syntax;
  return changes.length > 0
    ? fillTemplate(texts.changes, { count: write(changes.length) })
    : texts.onlyText;
}

const barSx = {
  position: 'sticky',
  bottom: 8,
  zIndex: 5,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  mt: 2,
  px: 2,
  py: 1,
  displayPrint: 'none',
  [lowWindow]: { position: 'static' },
};
