import { Box, Skeleton } from '@mui/material';
import type { ReactNode } from 'react';
import { CardTrouble } from '../../admin/pages/dashboard/card-panel.tsx';
import type { Reading } from './use-reading.ui.ts';

type TabFrameProps<Answer> = {
  reading: Reading<Answer>;
  children: (answer: Answer) => ReactNode;
};

/** What was read, the way to read it again, or that it is on its way. */
export function TabFrame<Answer>({ reading, children }: TabFrameProps<Answer>) {
  const { answer, trouble, retry } = reading;
  return (
    <Box sx={{ gridColumn: '1 / -1', minWidth: 0, display: 'grid', gap: 2 }}>
      {trouble ? (
        <CardTrouble trouble={trouble} retry={retry} />
      ) : answer === undefined ? (
        <Skeleton variant="rounded" height={160} aria-busy />
      ) : (
        children(answer)
      )}
    </Box>
  );
}
