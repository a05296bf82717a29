import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { useMemo, type ReactNode, useSyncExternalStore } from 'react';
import { useLanguage } from '../../messages/language.ts';
import { createAppTheme } from './create-app-theme.ts';
import { listenToMode } from './listen-to-mode.ts';
import { mode as modeNow } from './mode.ts';

const calm = window.matchMedia('(prefers-reduced-motion: reduce)');

/** Our theme in the chosen mode; react-admin's own switch would forget the choice at sign-out. */
export function AppTheme({ children }: { children: ReactNode }) {
  const mode = useSyncExternalStore(listenToMode, modeNow);
  // Whether the system is set to reduced motion.
  const isCalm = useSyncExternalStore(listen, () => calm.matches);
  const language = useLanguage();
  const theme = useMemo(() => createAppTheme(mode, isCalm, language), [mode, isCalm, language]);
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline enableColorScheme />
      {children}
    </ThemeProvider>
  );
}

function listen(listener: () => void): () => void {
  calm.addEventListener('change', listener);
  return () => calm.removeEventListener('change', listener);
}
