import type { TermItemProps } from './search-target.ui.tsx';
import { Box, Button, ButtonBase } from '@mui/material';
import { useId } from 'react';
import { fillTemplate, useNumberFormat, useText } from '../../admin/extending.ts';
import { texts } from './overview-texts.ts';
import { SuggestionReason } from './suggest/suggestion-reason.ui.tsx';
import { TermPanel } from './term-panel.ui.tsx';
import type { MadeDecision } from './use-terms.ui.ts';

import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined';

/** A term in one line; the active one shows its choices below. */
export function TermItem(props: TermItemProps) {
  const { term, isActive, done, onOpen, onUndo, canDecide } = props;
  const say = useText();
  const write = useNumberFormat();
  const panel = useId();
  const rows = fillTemplate(say(texts.rows), { count: write(term.count) });
  return (
    <Box
      component="li"
      sx={{
        borderBottom: 1,
        borderColor: 'divider',
        borderLeft: 3,
        borderLeftColor: isActive ? 'primary.main' : 'transparent',
        bgcolor: isActive ? 'background.paper' : undefined,
      }}
    >
      <ButtonBase
        data-term-head
        aria-expanded={isActive}
        aria-controls={isActive ? panel : undefined}
        onClick={() => onOpen(undefined)}
        sx={headSx}
      >
        <Box component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {term.printed}
          {term.printedCas !== null && ' '}
          {term.printedCas !== null && (
            <Box component="span" sx={{ fontWeight: 400, color: 'text.secondary', ml: 0.5 }}>
              {term.printedCas}
            </Box>
          )}
        </Box>{' '}
        <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
          {rows}
        </Box>{' '}
        <Box component="span" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {done ? <DoneMark done={done} /> : <Targets {...props} />}
        </Box>
      </ButtonBase>
      {isActive && (
        <Box id={panel} sx={{ px: 2, pb: 2 }}>
          {done ? (
            canDecide && (
              <Button size="small" variant="outlined" onClick={onUndo}>
                {say(texts.undo)}
              </Button>
            )
          ) : (
            <TermPanel {...props} />
          )}
        </Box>
      )}
    </Box>
  );
}

/** The best suggestion for an open term, or what another term is mapped to. */
function Targets({ term, state, suggestions }: TermItemProps) {
  const say = useText();
  if (state !== 'open')
    return term.mappings.map(({ name, mappingId }) => name ?? mappingId).join(' / ');
  if (suggestions === undefined) return '…';
  const [best] = suggestions;
  if (!best) return say(texts.noSuggestion);
  return (
    <>
      {best.name}
      {best.note && best.note !== best.name ? ` (${best.note})` : ''}{' '}
      <SuggestionReason suggestion={best} />
    </>
  );
}

function DoneMark({ done }: { done: MadeDecision }) {
  const say = useText();
  const what = {
    mapped: texts.mapped,
    rejected: texts.put,
    kept: texts.kept,
    reopened: texts.reopened,
  };
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5, color: 'success.main' }}>
      <CheckCircleIcon fontSize="small" aria-hidden />
      {fillTemplate(say(what[done.is]), { name: done.name })}
    </Box>
  );
}

const headSx = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr auto', md: 'minmax(0, 5fr) 6rem minmax(0, 4fr)' },
  columnGap: 2,
  rowGap: 0.25,
  width: '100%',
  minHeight: 44,
  px: 2,
  py: 1,
  textAlign: 'left',
  justifyItems: 'start',
  fontFamily: 'inherit',
  fontSize: '0.875rem',
  '& > :nth-of-type(3)': { gridColumn: { xs: '1 / -1', md: 'auto' } },
  '&:hover': { bgcolor: 'action.hover' },
  '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: -2 },
};
