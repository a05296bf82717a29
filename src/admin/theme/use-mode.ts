import { useSyncExternalStore } from 'react';
import { useAppearance } from './appearance.ts';

const systemDark = window.matchMedia('(prefers-color-scheme: dark)');
const print = window.matchMedia('print');

/** Light or dark, as chosen or as the system has it at this hour; paper is light. */
export function useMode(): 'light' | 'dark' {
  const appearance = useAppearance();
  const dark = useSyncExternalStore(listenToSystem, () => systemDark.matches);
  // A browser leaves out dark grounds when it prints, and light text would stay on white.
  const isPrinting = useSyncExternalStore(listenToPrint, () => print.matches);
  if (isPrinting) return 'light';
  if (appearance === 'system') return dark ? 'dark' : 'light';
  return appearance;
}

const listenToSystem = (listener: () => void) => listenTo(systemDark, listener);
const listenToPrint = (listener: () => void) => listenTo(print, listener);

function listenTo(query: MediaQueryList, listener: () => void): () => void {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
