import { Box, Card, Typography } from '@mui/material';
import { useId, type ReactNode } from 'react';

type PartProps = { title: string; help?: string; isWide?: boolean; children: ReactNode };

/** A part of the profile, with its heading. */
export function Part({ title, help, isWide = false, children }: PartProps) {
  const heading = useId();
  return (
    <Card
      component="section"
      aria-labelledby={heading}
      sx={{ p: 2, ...(isWide && { gridColumn: '1 / -1' }) }}
    >
      <Typography variant="h2" id={heading}>
        {title}
      </Typography>
      {help && <Typography sx={{ color: 'text.secondary' }}>{help}</Typography>}
      <Box sx={{ mt: 1.5 }}>{children}</Box>
    </Card>
  );
}
