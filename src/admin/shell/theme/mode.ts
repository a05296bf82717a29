import { appearance, listenToAppearance } from './appearance.ts';

const systemDark = window.matchMedia('(prefers-color-scheme: dark)');
const print = window.matchMedia('print');

/** Light or dark, as chosen or as the system has it at this hour; paper is light. */
export function mode(): 'light' | 'dark' {
  // A browser leaves out dark grounds when it prints, and light text would stay on white.
  if (print.matches) return 'light';
  const chosen = appearance();
  if (chosen === 'system') return systemDark.matches ? 'dark' : 'light';
  return chosen;
}

/** Calls when it may be another one. Answers how to stop. */
export function listenToMode(listener: () => void): () => void {
  const ends = [listenToAppearance(listener)];
  for (const query of [systemDark, print]) {
    query.addEventListener('change', listener);
    ends.push(() => query.removeEventListener('change', listener));
  }
  return () => ends.forEach((end) => end());
}
