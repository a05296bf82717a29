import { createTheme, type Theme, type ThemeOptions } from '@mui/material/styles';
import type { Language } from '../../../fields/problems/languages.ts';
import { components } from './components.ts';
import { palettes } from './palette.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { textsOf } from '../../messages/texts.ts';

const fonts =
  "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, 'Apple Color Emoji', 'Segoe UI Emoji', sans-serif";

/**
 * The theme of everything after the sign-in: dense, and the same in both modes. With
 * `isCalm` nothing moves, because the user's system is set to reduced motion.
 */
export function createAppTheme(mode: 'light' | 'dark', isCalm = false, language?: Language): Theme {
  const looks: ThemeOptions = {
    palette: palettes[mode],
    ...(isCalm && { transitions: still }),
    shape: { borderRadius: 8 },
    typography: {
      fontFamily: fonts,
      body1: { fontSize: '0.90625rem' },
      body2: { fontSize: '0.8125rem' },
      h1: { fontSize: '1.1875rem', fontWeight: 650, lineHeight: 1.3, letterSpacing: '-0.01em' },
      h2: { fontSize: '1.0625rem', fontWeight: 650, lineHeight: 1.35, letterSpacing: '-0.005em' },
      h3: { fontSize: '0.9375rem', fontWeight: 650, lineHeight: 1.4 },
      h4: { fontSize: '1.375rem', fontWeight: 650, lineHeight: 1.3, letterSpacing: '-0.015em' },
      h5: { fontSize: '1.125rem', fontWeight: 650, lineHeight: 1.35 },
      h6: { fontSize: '1rem', fontWeight: 650, lineHeight: 1.4 },
      subtitle2: { fontWeight: 600 },
      button: { fontSize: '0.84375rem', textTransform: 'none', fontWeight: 600 },
      overline: { letterSpacing: '0.06em', lineHeight: 1.8, fontWeight: 600 },
    },
    components: components(mode, isCalm),
  };
  return createTheme(looks, language ? componentTexts(language) : {});
}

const still = {
  create: () => 'none',
  getAutoHeightDuration: () => 0,
  duration: {
    shortest: 0,
    shorter: 0,
    short: 0,
    standard: 0,
    complex: 0,
    enteringScreen: 0,
    leavingScreen: 0,
  },
};

/** The texts that MUI components would otherwise show in English. */
function componentTexts(language: Language): Pick<ThemeOptions, 'components'> {
  const texts = textsOf('app', language).components;
  return {
    components: {
      MuiAlert: { defaultProps: { closeText: texts.close } },
      MuiAutocomplete: {
        defaultProps: {
          clearText: texts.clear,
          closeText: texts.close,
          loadingText: texts.loading,
          noOptionsText: texts.nothing,
          openText: texts.open,
        },
      },
      MuiPagination: {
        defaultProps: {
          getItemAriaLabel: (type, page, selected) =>
            type in texts
              ? texts[type as 'first']
              : fillTemplate(selected ? texts.thisPage : texts.toPage, { page: String(page) }),
        },
      },
    },
  };
}
