import { Box } from '@mui/material';
import type { CellProps, FieldUi } from './field-ui.ts';
import { Line } from './screen/line-cell.ui.tsx';

/** What is never longer needs no more room than a number. */
const SHORT = 40;

export const textUi: FieldUi = {
  Cell: TextCell,
  width: ({ settings }) =>
    settings.multiline ? 'wide' : settings.maxLength <= SHORT ? 'narrow' : undefined,
};

function TextCell({ value, place }: CellProps) {
  const text = String(value);
  if (place === 'page') {
    return (
      <Box component="span" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Box>
    );
  }
  return (
    <Line place={place} title={text.length > 36 ? text : undefined}>
      {text}
    </Line>
  );
}
