import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import type { CellProps, FieldUi } from '../type/field-ui.ts';
import { Marked } from './marked.ui.tsx';
import './values.css';

type TruncatedLineProps = Pick<CellProps, 'place'> & { children: ReactNode; title?: string };

/** In a list one line that ends in `…`; on the page the whole text. */
export function TruncatedLine({ place, children, title }: TruncatedLineProps) {
  if (place === 'page')
    return (
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        {children}
      </Box>
    );
  return (
    <span className="value-line" title={title}>
      {children}
    </span>
  );
}

/** Numbers that identify something. */
export const identifierUi: FieldUi = {
  Cell: ({ field, value }: CellProps) => (
    <span className="value-identifier">
      <Marked field={field} text={String(value)} />
    </span>
  ),
  line: 'text',
};

/** Digits of equal width line up in columns. A style, because a class takes as long as drawing the rest of a cell. */
export const figuresSx = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const;

/** Code, in a cell or an input. */
export const codeSx = {
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSize: '0.8125rem',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const;
