import { alpha, type PaletteOptions } from '@mui/material/styles';

/**
 * Colours by mode. Every text colour has a contrast of 4.5 : 1 (WCAG 2.2 AA) on each of its
 * backgrounds, every main colour 3 : 1; `tests/admin/shell/theme.test.tsx` checks it.
 */
export const palettes = {
  light: {
    mode: 'light',
    primary: { main: '#0f6664', dark: '#0b4c4b', light: '#3d8886', contrastText: '#ffffff' },
    secondary: { main: '#46586a', contrastText: '#ffffff' },
    success: { main: '#2a7341', contrastText: '#ffffff' },
    info: { main: '#1b6597', contrastText: '#ffffff' },
    warning: { main: '#8d5200', contrastText: '#ffffff' },
    error: { main: '#b3261e', contrastText: '#ffffff' },
    background: { default: '#f4f6f8', paper: '#ffffff' },
    text: { primary: '#1a232d', secondary: '#56626f', disabled: '#8a949f' },
    divider: '#dfe4e9',
    action: { active: '#56626f', hover: 'rgb(26 35 45 / 5%)', selected: 'rgb(15 102 100 / 10%)' },
  },
  dark: {
    mode: 'dark',
    primary: { main: '#6cc9c2', dark: '#3fa49d', light: '#9be0da', contrastText: '#08211f' },
    secondary: { main: '#a9bacb', contrastText: '#10151a' },
    success: { main: '#79cf8f', contrastText: '#0a2413' },
    info: { main: '#77bdeb', contrastText: '#082032' },
    warning: { main: '#eab25f', contrastText: '#2b1b02' },
    error: { main: '#ff9d94', contrastText: '#3a0804' },
    background: { default: '#10151a', paper: '#171e25' },
    text: { primary: '#e4e9ee', secondary: '#a2aebb', disabled: '#6d7986' },
    divider: '#2a343f',
    action: {
      active: '#a2aebb',
      hover: 'rgb(228 233 238 / 7%)',
      selected: 'rgb(108 201 194 / 16%)',
    },
  },
} as const satisfies Record<'light' | 'dark', PaletteOptions>;

/** The colours of the theme for style sheets, which cannot read it. */
export function themeVariables(mode: 'light' | 'dark'): Record<`--theme-${string}`, string> {
  const { background, divider, text, action, primary, info, success, warning, error } =
    palettes[mode];
  const isLight = mode === 'light';
  const toHover = (colour: string): string => alpha(colour, isLight ? 0.04 : 0.08);
  return {
    '--theme-paper': background.paper,
    '--theme-line': divider,
    '--theme-text': text.primary,
    '--theme-quiet': text.secondary,
    '--theme-off': text.disabled,
    '--theme-text-hover': toHover(text.primary),
    '--theme-disabled-ground': isLight ? 'rgb(0 0 0 / 12%)' : 'rgb(255 255 255 / 12%)',
    '--theme-disabled': isLight ? 'rgb(0 0 0 / 26%)' : 'rgb(255 255 255 / 30%)',
    '--theme-active': action.active,
    '--theme-active-hover': toHover(action.active),
    '--theme-hover': action.hover,
    '--theme-selected': action.selected,
    '--theme-hint': isLight ? '#26313c' : '#3a4653',
    '--theme-outline': isLight ? '#bdbdbd' : '#616161',
    '--theme-waiting': alpha(text.primary, isLight ? 0.11 : 0.13),
    '--theme-primary': primary.main,
    '--theme-primary-hover': toHover(primary.main),
    '--theme-info': info.main,
    '--theme-success': success.main,
    '--theme-warning': warning.main,
    '--theme-error': error.main,
  };
}
