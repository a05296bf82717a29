import { Box } from '@mui/material';
import { showDirections } from '../../direction-signs.ts';
import type { CellProps, FieldUi } from '../../field-ui.ts';
import { Line } from '../../screen/line-cell.ui.tsx';

/** Text that is never longer needs no more room than a number. */
const SHORT = 40;

export const textUi: FieldUi = {
  Cell: TextCell,
  width: ({ settings }) =>
    settings.multiline ? 'wide' : settings.maxLength <= SHORT ? 'narrow' : undefined,
};

function TextCell({ value, place }: CellProps) {
  const text = showDirections(String(value));
  if (place === 'page') {
    return (
      <Box component="span" dir="auto" sx={pageSx}>
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

// Right-to-left text begins at the right, line by line.
const pageSx = {
  display: 'inline-block',
  maxWidth: '100%',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const;
