import { appearance } from './appearance.ts';

export const systemDark = window.matchMedia('(prefers-color-scheme: dark)');
export const print = window.matchMedia('print');

/** Light or dark, as chosen or as the system is set now. Paper is light. */
export function mode(): 'light' | 'dark' {
  // Browsers do not print dark backgrounds, and light text would remain on white.
  if (print.matches) return 'light';
  const chosen = appearance();
  if (chosen === 'system') return systemDark.matches ? 'dark' : 'light';
  return chosen;
}
