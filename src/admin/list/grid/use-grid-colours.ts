import { useTheme, type Theme } from '@mui/material/styles';
import { useMemo, type CSSProperties } from 'react';

/** The colours of the theme as variables for grid.css, which is read once and not again with each drawing. */
export function useGridColours(): CSSProperties {
  const { palette } = useTheme();
  return useMemo(() => toVariables(palette), [palette]);
}

function toVariables({
  divider,
  background,
  action,
  text,
  primary,
  error,
  warning,
}: Theme['palette']): CSSProperties {
  const colours: Record<`--g-${string}`, string> = {
    '--g-line': divider,
    '--g-paper': background.paper,
    '--g-ground': background.default,
    '--g-hover': action.hover,
    '--g-selected': action.selected,
    '--g-disabled': action.disabled,
    '--g-ink': text.primary,
    '--g-quiet': text.secondary,
    '--g-primary': primary.main,
    '--g-error': error.main,
    '--g-warning': warning.main,
  };
  return colours;
}
