import { Box } from '@mui/material';
import type { ReactNode } from 'react';

/** From–to: two inputs beside each other that belong together. */
export function Range({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box
      role="group"
      aria-label={label}
      sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 }}
    >
      {children}
    </Box>
  );
}
