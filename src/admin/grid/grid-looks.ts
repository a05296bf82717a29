import type { CSSObject, Theme } from '@mui/material/styles';
import { headLooks } from './head-looks.ts';
import { printLooks } from './print-looks.ts';
import { rowLooks } from './rows/row-looks.ts';

/** Dense and calm: one line a row, head and pinned columns always in sight, long values end in an ellipsis. */
export const gridSx = (theme: Theme): CSSObject => {
  const { palette } = theme;
  const line = `1px solid ${palette.divider}`;
  const tint = (colour: string) => ({ backgroundImage: `linear-gradient(${colour}, ${colour})` });
  return {
    position: 'relative',
    overflow: 'auto',
    // Rows are where they are by pixels; the browser must not hold on to one of them.
    overflowAnchor: 'none',
    fontSize: '0.84375rem',

    '& .g-body': { position: 'relative' },
    '& .g-row': { position: 'absolute', top: 0, left: 0, display: 'flex', contain: 'layout style' },
    '& .g-head': {
      position: 'sticky',
      zIndex: 3,
      backgroundColor: palette.background.paper,
      minWidth: '100%',
    },

    // Rows that are on their way, drawn as one: as high as they will be, so that nothing jumps.
    '& .g-waiting': {
      position: 'absolute',
      left: 0,
      width: '100%',
      backgroundImage: [
        `linear-gradient(transparent calc(100% - 1px), ${palette.divider} calc(100% - 1px))`,
        `linear-gradient(transparent calc(50% - 5px), ${palette.action.hover} calc(50% - 5px), ${palette.action.hover} calc(50% + 5px), transparent calc(50% + 5px))`,
      ].join(','),
      backgroundSize: '100% var(--row), 70% var(--row)',
      backgroundPosition: '0 0, 12px 0',
      backgroundRepeat: 'repeat-y',
    },

    '& .g-filter-row': { top: 'var(--head)' },
    '& .g-filter-cell': {
      gap: '2px',
      padding: '0 6px',
      '& select, & input, & button': {
        font: 'inherit',
        color: 'inherit',
        height: 28,
        minWidth: 0,
        border: `1px solid ${palette.divider}`,
        borderRadius: '4px',
        backgroundColor: palette.background.default,
        padding: '0 4px',
      },
      '& input': { flex: 1, width: '100%', userSelect: 'text' },
      // The sign of the operator, and over it, unseen, the menu of all by their names.
      '& .g-operator': {
        flex: 'none',
        width: 24,
        marginRight: '-26px',
        textAlign: 'center',
        color: palette.text.secondary,
      },
      '& .g-operators': { width: 24, flex: 'none', opacity: 0 },
      '& .g-operators:focus-visible': { opacity: 1, width: 90 },
      '& .g-choice': { flex: 1, width: '100%', textAlign: 'left', cursor: 'pointer' },
      '& input[aria-invalid="true"]': { borderColor: palette.error.main },
      '& :is(select, input, button):focus-visible': {
        outline: `2px solid ${palette.primary.main}`,
        outlineOffset: -1,
      },
    },
    '& .g-cell': {
      boxSizing: 'border-box',
      display: 'flex',
      alignItems: 'center',
      flex: 'none',
      height: '100%',
      padding: '0 10px',
      borderBottom: line,
      backgroundColor: palette.background.paper,
      userSelect: 'none',
      cursor: 'default',
      whiteSpace: 'nowrap',
    },
    '& .g-free': { position: 'absolute', top: 0 },
    '& .g-pinned': { position: 'sticky', zIndex: 1 },
    '& .g-right': { marginLeft: 'auto' },
    '& .g-lead': { position: 'sticky', left: 0, zIndex: 1, width: 'var(--lead)', padding: '0 4px' },
    '& .g-head .g-lead .MuiCheckbox-root': { padding: '4px' },
    ...rowLooks(theme),
    '& .g-cell:focus': { outline: `2px solid ${palette.primary.main}`, outlineOffset: -2 },
    '& .g-number': { justifyContent: 'flex-end', textAlign: 'right' },

    // What cannot be written looks settled, what can be is a place to write.
    '& .g-locked': { color: palette.text.secondary },
    // An empty one, too; where nothing can be written at all it would only be grey.
    '&[data-writable] .g-locked': { backgroundColor: palette.background.default },
    '& .g-saving .g-value': { opacity: 0.6 },
    '& .g-failed, & .g-conflict': {
      backgroundImage: `linear-gradient(225deg, ${palette.error.main} 7px, transparent 7px)`,
      boxShadow: `inset 0 0 0 1px ${palette.error.main}`,
    },
    '& .g-conflict': {
      backgroundImage: `linear-gradient(225deg, ${palette.warning.main} 7px, transparent 7px)`,
      boxShadow: `inset 0 0 0 1px ${palette.warning.main}`,
    },
    '& .g-row.g-editing': { zIndex: 2, contain: 'none' },
    '& .g-editing .g-cell:has(> .g-editor)': { zIndex: 3, overflow: 'visible' },
    '& .g-editor': {
      position: 'absolute',
      zIndex: 4,
      top: -3,
      left: -1,
      minWidth: 'max(calc(100% + 2px), 220px)',
      maxWidth: 480,
      padding: '2px',
      cursor: 'auto',
      userSelect: 'text',
      whiteSpace: 'normal',
      textAlign: 'left',
      '& .MuiFormControl-root': { margin: 0 },
      // The head of the column names the cell; the label stays for who cannot see it.
      '& .MuiInputLabel-root': {
        position: 'absolute',
        width: 1,
        height: 1,
        overflow: 'hidden',
        clipPath: 'inset(50%)',
      },
      '& legend': { display: 'none' },
      '& fieldset.MuiOutlinedInput-notchedOutline': { top: 0 },
    },

    // Pulled down by the mouse; a finger scrolls.
    '& .g-handle': { display: 'none' },
    '@media (hover: hover)': {
      '&[data-focused] .g-row:not(.g-editing) .g-handle': {
        display: 'block',
        position: 'absolute',
        right: 0,
        bottom: 0,
        width: 8,
        height: 8,
        backgroundColor: palette.primary.main,
        borderTopLeftRadius: '2px',
        cursor: 'crosshair',
      },
    },

    '& .g-value': { flex: '1 1 0', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
    '& .g-value > *': { maxWidth: '100%', verticalAlign: 'middle' },
    // A picture is as high as its row, not the row as high as a picture.
    '& .g-value > div': { maxHeight: 'calc(var(--row) - 6px)' },
    '& .g-value img': { maxHeight: 'calc(var(--row) - 6px)' },

    '& .g-link': {
      color: palette.primary.main,
      textDecoration: 'none',
      '&:hover': { textDecoration: 'underline' },
    },

    ...headLooks(theme),

    '& .g-row:not(.g-head):hover > .g-cell': tint(palette.action.hover),
    '& .g-chosen > .g-cell': tint(palette.action.selected),
    '& .g-row > .g-in-range, & .g-row:hover > .g-in-range': tint(palette.action.selected),
    // The edge of the pinned part, seen where the middle goes on beneath it.
    '& .g-left, & .g-right': {
      boxShadow: `0 0 0 1px ${palette.divider}`,
      clipPath: 'inset(0 -1px)',
    },

    ...printLooks,

    // There are no backgrounds then, and a range that is not seen is emptied by a key.
    '@media (forced-colors: active)': {
      '& .g-in-range': { outline: '2px solid Highlight', outlineOffset: -2 },
      '& .g-chosen': { outline: '1px solid Highlight', outlineOffset: -1 },
      '& .g-tool::before': { forcedColorAdjust: 'none', color: 'ButtonText' },
    },
  };
};
