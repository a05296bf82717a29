import { Box } from '@mui/material';
import { showDate } from './date-format.ts';
import type { CellProps, FieldUi } from './field-ui.ts';

export const dateUi: FieldUi = {
  Cell: DateCell,
  width: () => 'narrow',
};

function DateCell({ value }: CellProps) {
  return (
    <Box component="time" dateTime={String(value)} sx={shownSx}>
      {showDate(String(value))}
    </Box>
  );
}

const shownSx = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const;
