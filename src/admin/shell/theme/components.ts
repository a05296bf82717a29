import type { ThemeOptions } from '@mui/material/styles';
import { lowWindow } from './low-window.ts';
import { palettes, themeVariables } from './palette.ts';

type Components = NonNullable<ThemeOptions['components']> & Record<`Ra${string}`, object>;

/** How long a dialog takes to open and close (specification, §9). */
const DIALOG_TRANSITION_MS = 500;

/** The current page, section or day, the open tab, the active option and a pressed button. Cells of a grid have frames of their own. */
const chosen =
  '[aria-current]:not([aria-current="false"]), [role="tab"][aria-selected="true"], [role="option"][aria-selected="true"], [aria-pressed="true"]';

/** How components of MUI and react-admin differ from their defaults. */
export function components(mode: 'light' | 'dark', isCalm = false): Components {
  const { divider, text, background } = palettes[mode];
  const line = `1px solid ${divider}`;
  const input = { variant: 'outlined', size: 'small', margin: 'dense', fullWidth: true } as const;
  return {
    MuiCssBaseline: {
      styleOverrides: {
        // The target of a hash or of the Tab key must not be hidden under the bars (WCAG 2.4.11).
        html: {
          scrollPadding: '72px 0 72px',
          [lowWindow]: { scrollPadding: '8px 0' },
          ...themeVariables(mode),
        },
        // Like `dir="auto"`: text typed from right to left is aligned right.
        'input, textarea': { unicodeBidi: 'plaintext' },
        // Forced colours remove backgrounds and lines of one colour, which else show what is current or chosen.
        '@media (forced-colors: active)': {
          [`:is(${chosen}):not(:focus-visible)`]: {
            outline: '2px solid Highlight',
            outlineOffset: '-2px',
          },
        },
        body: { fontVariantNumeric: 'lining-nums' },
        // Dark on light in both modes, so that a marked word is readable on any row; forced colours have their own.
        mark: { backgroundColor: '#ffe082', color: '#1b1b1b', borderRadius: 2 },
        ...(isCalm && { '*, *::before, *::after': { transition: 'none !important' } }),
      },
    },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: {
          borderRadius: 8,
          // Without their background they would look like text.
          '@media (forced-colors: active)': { border: '1px solid ButtonBorder' },
        },
        sizeSmall: { fontSize: '0.8125rem' },
      },
    },
    MuiButtonBase: {
      // Ripples cost time and tell nothing; the ring shows the keyboard focus.
      defaultProps: { disableRipple: true },
      styleOverrides: {
        root: ({ theme }) => ({
          '&:focus-visible': {
            outline: `2px solid ${theme.palette.primary.main}`,
            outlineOffset: 2,
          },
        }),
      },
    },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiCard: {
      defaultProps: { variant: 'outlined' },
      styleOverrides: { root: { borderRadius: 10 } },
    },
    MuiTextField: { defaultProps: input },
    MuiFormControl: { defaultProps: input },
    MuiAutocomplete: { defaultProps: { fullWidth: true } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: { backgroundColor: background.paper },
        // The border shows where an input is, so it needs 3 : 1 (WCAG 1.4.11).
        notchedOutline: { borderColor: mode === 'light' ? '#8a96a3' : '#64717f' },
      },
    },
    MuiFormHelperText: { styleOverrides: { root: { marginLeft: 2, marginRight: 2 } } },
    MuiTableCell: {
      styleOverrides: {
        root: { borderBottomColor: divider, fontSize: '0.84375rem' },
        head: { fontWeight: 600, color: text.secondary, backgroundColor: background.paper },
        sizeSmall: { padding: '6px 12px' },
        paddingCheckbox: { padding: '0 4px 0 8px' },
      },
    },
    MuiTableSortLabel: { styleOverrides: { root: { '&.Mui-active': { color: text.primary } } } },
    MuiTooltip: {
      defaultProps: { enterDelay: 400, enterNextDelay: 100 },
      styleOverrides: {
        tooltip: {
          fontSize: '0.78125rem',
          backgroundColor: mode === 'light' ? '#26313c' : '#3a4653',
        },
      },
    },
    MuiTab: { styleOverrides: { root: { minHeight: 44, textTransform: 'none', fontWeight: 600 } } },
    MuiTabs: { styleOverrides: { root: { minHeight: 44 } } },
    // As high as its text, also where the browser's text is larger.
    MuiChip: {
      styleOverrides: {
        root: { borderRadius: 6, height: '2rem' },
        sizeSmall: { height: '1.5rem' },
      },
    },
    MuiAlert: { styleOverrides: { root: { borderRadius: 8 } } },
    MuiDialog: {
      defaultProps: { transitionDuration: isCalm ? 0 : DIALOG_TRANSITION_MS },
      styleOverrides: {
        paper: { borderRadius: 12, border: line, [lowWindow]: { maxHeight: 'none !important' } },
        container: { [lowWindow]: { overflowY: 'auto', alignItems: 'flex-start' } },
      },
    },
    MuiDialogContent: { styleOverrides: { root: { [lowWindow]: { overflow: 'visible' } } } },
    MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 20px' } } },
    MuiDialogTitle: { styleOverrides: { root: { fontSize: '1.125rem', fontWeight: 650 } } },
    MuiMenu: { styleOverrides: { paper: { border: line } } },
    MuiMenuItem: { styleOverrides: { root: { fontSize: '0.875rem', minHeight: 36 } } },
    MuiListItemIcon: { styleOverrides: { root: { minWidth: 36 } } },
    MuiLink: { defaultProps: { underline: 'hover' } },
    RaToolbar: { styleOverrides: { root: { backgroundColor: background.paper } } },
    RaSimpleFormIterator: { defaultProps: { fullWidth: true } },
  };
}
