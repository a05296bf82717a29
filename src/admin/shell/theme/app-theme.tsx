import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { useMemo, type ReactNode } from 'react';
import { useLanguage } from '../../messages/language.ts';
import { createAppTheme } from './create-app-theme.ts';
import { useCalm } from '../../theme/use-calm.ts';
import { useMode } from '../../theme/use-mode.ts';

/** Our theme in the chosen mode; react-admin's own switch would forget the choice at sign-out. */
export function AppTheme({ children }: { children: ReactNode }) {
  const mode = useMode();
  const isCalm = useCalm();
  const language = useLanguage();
  const theme = useMemo(() => createAppTheme(mode, isCalm, language), [mode, isCalm, language]);
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline enableColorScheme />
      {children}
    </ThemeProvider>
  );
}
