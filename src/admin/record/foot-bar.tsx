import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { lowWindow } from '../shell/theme/low-window.ts';

/** The bar at the foot of a record, always in reach. */
export function FootBar({ children }: { children: ReactNode }) {
  return <Box sx={barSx}>{children}</Box>;
}

const barSx = {
  position: 'sticky',
  bottom: 0,
  zIndex: 5,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  py: 1.5,
  // On a narrow screen the form scrolls under the bar.
  borderTop: { xs: 1, md: 0 },
  borderColor: { xs: 'divider', md: 'transparent' },
  bgcolor: 'background.default',
  displayPrint: 'none',
  [lowWindow]: { position: 'static' },
};
