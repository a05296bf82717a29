import { appearance, listenToAppearance } from './appearance.ts';

const systemDark = window.matchMedia('(prefers-color-scheme: dark)');
const print = window.matchMedia('print');

/** Light or dark, as chosen or as the system is set now. Paper is light. */
export function mode(): 'light' | 'dark' {
  // Browsers do not print dark backgrounds, and light text would remain on white.
  if (print.matches) return 'light';
  const chosen = appearance();
  if (chosen === 'system') return systemDark.matches ? 'dark' : 'light';
  return chosen;
}

/** Calls the listener when the mode may have changed. Returns a function that stops it. */
export function listenToMode(listener: () => void): () => void {
  const ends = [listenToAppearance(listener)];
  for (const query of [systemDark, print]) {
    query.addEventListener('change', listener);
    ends.push(() => query.removeEventListener('change', listener));
  }
  return () => ends.forEach((end) => end());
}
