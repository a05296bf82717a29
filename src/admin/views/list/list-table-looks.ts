import type { Theme } from '@mui/material';

export const ROW = 37;
export const HEAD = 42;
const CHECKBOX = 44;

/** Dense and one line a row, head and first column always in sight; long values end in an ellipsis. */
export const tableSx = (theme: Theme) => ({
  overflow: 'auto',
  containerType: 'inline-size',
  [theme.breakpoints.up('md')]: { maxHeight: 'calc(100dvh - 232px)' },
  '& .MuiTableCell-root': { padding: '4px 10px', height: ROW, whiteSpace: 'nowrap' },
  '& .MuiCheckbox-root': { padding: 4 },

  // A head may take two lines: it must not widen a column of short values.
  '& thead th.MuiTableCell-root': {
    position: 'sticky',
    top: 0,
    zIndex: 2,
    backgroundColor: theme.palette.background.paper,
    fontWeight: 600,
    color: theme.palette.text.secondary,
    height: HEAD,
    lineHeight: 1.3,
    whiteSpace: 'normal',
  },
  // A head one can sort by and one one cannot stand on the same line.
  '& thead th > *': { verticalAlign: 'middle' },

  // A long value gets a little more than its share, so that the usual columns fit side by side.
  '& tbody td:not(.MuiTableCell-paddingCheckbox)': {
    maxWidth: `max(150px, calc((100cqi - ${CHECKBOX}px) * 1.3 / var(--columns)))`,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '& tbody td:not(.MuiTableCell-paddingCheckbox) > *': { maxWidth: '100%' },
  '& tbody td:not(.MuiTableCell-paddingCheckbox) :is(span, a, svg)': { verticalAlign: 'middle' },
  '& tbody tr:last-of-type td': { borderBottom: 0 },

  ...staying(theme),

  '@media print': {
    maxHeight: 'none',
    overflow: 'visible',
    '& .MuiTableCell-root': { whiteSpace: 'normal', position: 'static' },
    '& .MuiTableCell-paddingCheckbox': { display: 'none' },
  },
});

/** What a row is of stays in sight while one scrolls to its last columns, so cells need a ground of their own. */
function staying({ palette }: Theme) {
  const tint = (colour: string) => ({ backgroundImage: `linear-gradient(${colour}, ${colour})` });
  return {
    '& tbody td': { backgroundColor: palette.background.paper },
    '& tbody tr:hover > td': tint(palette.action.hover),
    '& tbody tr.Mui-selected > td': tint(palette.action.selected),
    '& .MuiTableCell-paddingCheckbox': {
      position: 'sticky',
      left: 0,
      zIndex: 1,
      padding: '0 4px',
      width: CHECKBOX,
      minWidth: CHECKBOX,
    },
    '& .stays': { position: 'sticky', left: 0, zIndex: 1 },
    '& .MuiTableCell-paddingCheckbox + .stays': { left: CHECKBOX },
    '& thead th:is(.MuiTableCell-paddingCheckbox, .stays)': { zIndex: 3 },
  };
}
