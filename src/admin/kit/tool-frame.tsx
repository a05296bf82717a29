import { Box, Paper, Typography } from '@mui/material';
import { useId, type ReactNode } from 'react';
import { Hint } from './hint.tsx';

type ToolFrameProps = { title: string; lead?: string; children: ReactNode };

/** A card on the tools page. */
export function ToolFrame({ title, lead, children }: ToolFrameProps) {
  const id = useId();
  return (
    <Paper variant="outlined" component="section" aria-labelledby={id} sx={{ p: 2 }}>
      <Typography component="h2" variant="h6" id={id}>
        {title}
      </Typography>
      {lead !== undefined && <Hint>{lead}</Hint>}
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, mt: 2 }}>
        {children}
      </Box>
    </Paper>
  );
}
