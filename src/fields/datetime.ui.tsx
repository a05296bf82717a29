import { Box } from '@mui/material';
import { showDateTime } from './date-format.ts';
import type { CellProps, FieldUi } from './field-ui.ts';

export const datetimeUi: FieldUi = {
  Cell: DateTimeCell,
};

function DateTimeCell({ value }: CellProps) {
  return (
    <Box component="time" dateTime={String(value)} sx={shownSx}>
      {showDateTime(String(value))}
    </Box>
  );
}

const shownSx = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const;
