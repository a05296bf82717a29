import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import type { CellProps } from '../field-ui.ts';

type LineProps = Pick<CellProps, 'place'> & { children: ReactNode; title?: string };

/** In a list one line that ends in `…`, the whole of it on the page. */
export function Line({ place, children, title }: LineProps) {
  if (place === 'page')
    return (
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        {children}
      </Box>
    );
  return (
    <Box
      component="span"
      title={title}
      sx={{
        display: 'inline-block',
        verticalAlign: 'bottom',
        maxWidth: '36ch',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
      }}
    >
      {children}
    </Box>
  );
}

/** Numbers that name something: figures of one width stand under each other. */
export function IdentifierCell({ value }: CellProps) {
  return (
    <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: { sm: 'nowrap' } }}>
      {String(value)}
    </Box>
  );
}
