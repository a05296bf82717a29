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
    '@media (pointer: coarse)': { width: 44, height: 44 },
    borderRadius: '4px',
    color: palette.text.secondary,
    cursor: 'pointer',
    '&:hover': { backgroundColor: palette.action.hover, color: palette.text.primary },
  },
  '& .g-row-menu::before': {
    content: '""',
    width: 3,
    height: 3,
    borderRadius: '50%',
    backgroundColor: 'currentColor',
    boxShadow: '0 -5px currentColor, 0 5px currentColor',
  },
  '& .g-check': checkLooks(palette),
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

/** As MUI draws one that is small. */
function checkLooks({ primary, text, background, action }: Theme['palette']): CSSObject {
  return {
    appearance: 'none',
    position: 'relative',
    flex: 'none',
    width: 28,
    height: 28,
    '@media (pointer: coarse)': { margin: '8px' },
    margin: 0,
    borderRadius: '50%',
    cursor: 'pointer',
    '&::before': {
      content: '""',
      position: 'absolute',
      inset: 6.5,
      border: `2px solid ${text.secondary}`,
      borderRadius: '3px',
    },
    '&:checked::before': { borderColor: primary.main, backgroundColor: primary.main },
    '&:checked::after': {
      content: '""',
      position: 'absolute',
      left: 11.5,
      top: 8,
      width: 5,
      height: 9,
      boxSizing: 'border-box',
      border: `solid ${background.paper}`,
      borderWidth: '0 2px 2px 0',
      transform: 'rotate(45deg)',
    },
    '&:hover:enabled': { backgroundColor: action.hover },
    '&:disabled': { cursor: 'default' },
    '&:disabled::before': { borderColor: action.disabled },
    '@media (forced-colors: active)': {
      appearance: 'auto',
      '&::before, &::after': { content: 'none' },
    },
  };
}
