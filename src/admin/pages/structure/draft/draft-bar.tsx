import RedoIcon from '@mui/icons-material/Redo';
import UndoIcon from '@mui/icons-material/Undo';
import { Box, Button, IconButton, Paper, Typography } from '@mui/material';
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
      <Box sx={{ ml: 'auto' }}>
        <IconButton aria-label={texts.undo} title={texts.undo} disabled={!undo} onClick={undo}>
          <UndoIcon />
        </IconButton>
        <IconButton aria-label={texts.redo} title={texts.redo} disabled={!redo} onClick={redo}>
          <RedoIcon />
        </IconButton>
      </Box>
      <Box sx={buttonsSx}>
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
      <Button
        ref={button}
        variant="contained"
        disabled={problems > 0}
        onClick={openReview}
        // A phone has no room for a button that does nothing yet.
        sx={{ display: { xs: problems > 0 && !isText ? 'none' : undefined, sm: 'inline-flex' } }}
      >
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
  columnGap: 1,
  rowGap: 0.5,
  mt: 2,
  px: { xs: 1, sm: 2 },
  py: { xs: 0.5, sm: 1 },
  displayPrint: 'none',
  [lowWindow]: { position: 'static' },
};

/** Small enough that two lines of the bar are enough on a phone, also in German. */
const buttonsSx = {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: { xs: 0.5, sm: 1 },
  flex: { xs: '1 0 100%', sm: 'none' },
  '& .MuiButton-root': {
    px: { xs: 1, sm: 2 },
    fontSize: { xs: '0.8125rem', sm: '0.875rem' },
    whiteSpace: 'nowrap',
  },
};
