import { Box, Button, useMediaQuery } from '@mui/material';
import { type ReactNode, useState } from 'react';
import type { useAddressFilters } from './use-address-filters.ts';

type FilterFrameProps = {
  filtering: Pick<ReturnType<typeof useAddressFilters>, 'filters' | 'clear'>;
  texts: { filters: string; clear: string };
  children: ReactNode;
};

/** The filters above a list, side by side; on a phone behind a button with their number. */
export function FilterFrame({ filtering, texts, children }: FilterFrameProps) {
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  const [isOpen, setOpen] = useState(false);
  const count = Object.keys(filtering.filters).length;
  // On a phone the filters would take half of the screen.
  if (isNarrow && !isOpen)
    return (
      <Button variant="outlined" aria-expanded={false} sx={{ mb: 2 }} onClick={() => setOpen(true)}>
        {count > 0 ? `${texts.filters} (${count})` : texts.filters}
      </Button>
    );
  return (
    <Box role="search" sx={filtersSx}>
      {children}
      {count > 0 && <Button onClick={filtering.clear}>{texts.clear}</Button>}
    </Box>
  );
}

const filtersSx = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 155px), 1fr))',
  alignItems: 'center',
  // The days have margins of their own, which would set them lower than the others.
  '& .MuiFormControl-root': { my: 0 },
  gap: 1.5,
  mb: 2,
};
