import { Box, Card, Typography } from '@mui/material';
import { useId, type ReactNode } from 'react';

type PartProps = {
  id?: string;
  title: string;
  lead?: string;
  isWide?: boolean;
  children: ReactNode;
};

/** A part of a page, with its heading. */
export function Part({ id, title, lead, isWide = false, children }: PartProps) {
  const heading = useId();
  return (
    <Card
      component="section"
      id={id}
      aria-labelledby={heading}
      sx={{ p: 2, ...(isWide && { gridColumn: '1 / -1' }) }}
    >
      <Typography variant="h2" id={heading}>
        {title}
      </Typography>
      {lead && <Typography sx={{ color: 'text.secondary' }}>{lead}</Typography>}
      <Box sx={{ mt: 1.5 }}>{children}</Box>
    </Card>
  );
}
