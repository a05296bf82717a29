import { Box, Button, Typography } from '@mui/material';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useTexts } from '../../messages/texts.ts';
import type { Decision } from './decisions.ts';
import { shownValue } from './read-values.ts';
import { useShownPart } from './use-shown-part.tsx';

const VALUES_PER_PAGE = 50;

type DecidedValuesProps = { values: readonly Decision[]; onUndo: (from: string) => void };

/** What was decided about values, the last decision first. */
export function DecidedValues({ values, onUndo }: DecidedValuesProps) {
  const texts = useTexts('import-values');
  const { shown, more } = useShownPart(values.toReversed(), VALUES_PER_PAGE);
  return (
    <>
      <Typography component="h3" variant="subtitle2" sx={{ mt: 2 }}>
        {texts.decided}
      </Typography>
      <Box component="ul" aria-label={texts.decided} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {shown.map(([from, becomes]) => (
          <Box component="li" key={from} sx={rowSx}>
            <span>
              {shownValue(from)} →{' '}
              {from === becomes ? <i>{texts.kept}</i> : shownValue(becomes) || <i>{texts.empty}</i>}
            </span>
            <Button
              size="small"
              aria-label={fillTemplate(texts.undoOf, { value: shownValue(from) })}
              onClick={() => onUndo(from)}
            >
              {texts.undo}
            </Button>
          </Box>
        ))}
      </Box>
      {more}
    </>
  );
}

const rowSx = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1,
  overflowWrap: 'anywhere',
};
