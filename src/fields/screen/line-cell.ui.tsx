import { Box } from '@mui/material';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import type { CellProps, FieldUi } from '../type/field-ui.ts';
import { Marked } from './marked.ui.tsx';

type TruncatedLineProps = Pick<CellProps, 'place'> & { children: ReactNode; title?: string };

/** In a list one line that ends in `…`; on the page the whole text. */
export function TruncatedLine({ place, children, title }: TruncatedLineProps) {
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
  '@media print': { maxWidth: '100%', whiteSpace: 'normal' },
});

/** Numbers that identify something. All digits have the same width, so they line up in a list. */
export const identifierUi: FieldUi = {
  Cell: ({ field, value }: CellProps) => (
    <Identifier>
      <Marked field={field} text={String(value)} />
    </Identifier>
  ),
  line: 'text',
};

const Identifier = styled('span')(({ theme }) => ({
  fontVariantNumeric: 'tabular-nums',
  [theme.breakpoints.up('sm')]: { whiteSpace: 'nowrap' },
}));

/** Digits of equal width line up in columns. A style, because a class takes as long as drawing the rest of a cell. */
export const figuresSx = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const;

/** Code, in a cell or an input. */
export const codeSx = {
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSize: '0.8125rem',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const;
