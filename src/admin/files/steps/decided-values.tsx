import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { useTexts } from '../../messages/texts.ts';
import type { Decision } from './decisions.ts';
import { shownValue } from './read-values.ts';

const VALUES_PER_PAGE = 50;

type DecidedValuesProps = { values: readonly Decision[]; onUndo: (from: string) => void };

/** What was decided about values, the last decision first. */
export function DecidedValues({ values, onUndo }: DecidedValuesProps) {
  const texts = useTexts('import-values');
  const number = useNumberFormat();
  const [most, setMost] = useState(VALUES_PER_PAGE);
  return (
    <>
      <Typography component="h3" variant="subtitle2" sx={{ mt: 2 }}>
        {texts.decided}
      </Typography>
      <Box component="ul" aria-label={texts.decided} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {values
          .toReversed()
          .slice(0, most)
          .map(([from, becomes]) => (
            <Box component="li" key={from} sx={rowSx}>
              <span>
                {shownValue(from)} →{' '}
                {from === becomes ? (
                  <i>{texts.kept}</i>
                ) : (
                  shownValue(becomes) || <i>{texts.empty}</i>
                )}
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
      {values.length > most && (
        <Button size="small" onClick={() => setMost(most + VALUES_PER_PAGE)}>
          {fillTemplate(texts.more, { count: number(values.length - most) })}
        </Button>
      )}
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
