import type { CSSObject, Theme } from '@mui/material/styles';

/** The tools of a row, and what is opened below it. */
export const rowLooks = ({ palette }: Theme): CSSObject => ({
  '& .g-tool': {
    all: 'unset',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    flex: 'none',
    width: 24,
    height: 24,
    borderRadius: '4px',
    color: palette.text.secondary,
    cursor: 'pointer',
    '& svg': { fontSize: 18 },
    '&:hover': { backgroundColor: palette.action.hover, color: palette.text.primary },
  },
  '& .g-expander::before': {
    content: '""',
    border: '5px solid transparent',
    borderLeft: '6px solid currentColor',
    borderRight: 0,
  },
  '& .g-expander[aria-expanded="true"]::before': { transform: 'rotate(90deg)' },
  '& .g-beside': { display: 'none' },
  '& .g-beside::before': {
    content: '""',
    width: 8,
    height: 9,
    border: '2px solid currentColor',
    borderRightWidth: 6,
    borderRadius: '2px',
  },
  '@media (hover: hover)': {
    '& .g-row:hover .g-beside': { display: 'flex' },
    '& .g-row:not(:hover) .g-lead:not(:focus) .g-row-menu': { opacity: 0 },
  },
  '& .g-panel': { position: 'absolute', top: 0, left: 0, minWidth: '100%' },
  '& .g-panel-cell': {
    position: 'sticky',
    left: 0,
    boxSizing: 'border-box',
    borderBottom: `1px solid ${palette.divider}`,
    boxShadow: `inset 3px 0 0 ${palette.primary.main}`,
    backgroundColor: palette.background.default,
  },
  '@media print': { '& .g-tool': { display: 'none' } },
});
