import type { CSSObject } from '@mui/material/styles';

/** On paper nothing scrolls: rows follow the head one by one, and the columns share the width of the sheet. */
export const printLooks: CSSObject = {
  '@media print': {
    maxHeight: 'none',
    overflow: 'visible',
    '& .g-lead, & .g-filter-row, & .g-waiting, & .g-menu-button, & .g-resize': { display: 'none' },
    '& .g-body': { width: '100% !important', height: 'auto !important' },
    '& .g-row, & .g-panel': {
      position: 'relative',
      width: '100% !important',
      height: 'auto !important',
      minHeight: 'var(--row)',
      transform: 'none !important',
      contain: 'none',
      breakInside: 'avoid',
    },
    '& .g-panel-cell': { position: 'static', width: '100% !important' },
    // Each is as wide as on the screen in proportion; all rows share the sheet alike.
    '& .g-row > .g-cell:not(.g-lead)': {
      position: 'static',
      flex: '1 1 auto',
      minWidth: 0,
      height: 'auto',
      padding: '4px 6px',
      whiteSpace: 'normal',
      overflowWrap: 'anywhere',
      clipPath: 'none',
      boxShadow: 'none',
    },
    '& .g-row .g-value, & .g-row .g-value > *': {
      overflow: 'visible',
      whiteSpace: 'normal',
      maxHeight: 'none',
    },
    '& .g-row .g-name': { display: 'block', maxHeight: 'none' },
  },
};
