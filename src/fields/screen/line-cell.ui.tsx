import { Box } from '@mui/material';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import type { CellProps, FieldUi } from '../field-ui.ts';

type LineProps = Pick<CellProps, 'place'> & { children: ReactNode; title?: string };

/** In a list one line that ends in `…`, the whole of it on the page. */
export function Line({ place, children, title }: LineProps) {
  if (place === 'page')
    return (
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        {children}
      </Box>
    );
  return <OneLine title={title}>{children}</OneLine>;
}

const OneLine = styled('span')({
  display: 'inline-block',
  verticalAlign: 'bottom',
  maxWidth: '36ch',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});

/** Numbers that identify something; their digits have one width, so that they line up in a list. */
export const identifierUi: FieldUi = {
  Cell: ({ value }: CellProps) => <Identifier>{String(value)}</Identifier>,
};

const Identifier = styled('span')(({ theme }) => ({
  fontVariantNumeric: 'tabular-nums',
  [theme.breakpoints.up('sm')]: { whiteSpace: 'nowrap' },
}));

/** Figures of one width stand under each other. As a style: to make a class of it takes as long as to draw the rest of a cell. */
export const figures = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const;

/** Code, in a cell as in an input. */
export const codeSx = {
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSize: '0.8125rem',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const;
