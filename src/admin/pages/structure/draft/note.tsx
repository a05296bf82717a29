import { Alert, Box } from '@mui/material';
import type { ReactNode } from 'react';

type NoteProps = { severity: 'info' | 'warning'; text: string; children: ReactNode };

/** A note about the draft, with what the person can do. */
export function Note({ severity, text, children }: NoteProps) {
  return (
    <Alert severity={severity} sx={{ mb: 1.5, displayPrint: 'none' }}>
      {text}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>{children}</Box>
    </Alert>
  );
}
