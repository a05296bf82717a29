import { useSyncExternalStore } from 'react';
import { useAppearance } from './appearance.ts';

const systemDark = window.matchMedia('(prefers-color-scheme: dark)');

/** Light or dark, as chosen or as the system has it at this hour. */
export function useMode(): 'light' | 'dark' {
  const appearance = useAppearance();
  const dark = useSyncExternalStore(listenToSystem, () => systemDark.matches);
  if (appearance === 'system') return dark ? 'dark' : 'light';
  return appearance;
}

function listenToSystem(listener: () => void): () => void {
  systemDark.addEventListener('change', listener);
  return () => systemDark.removeEventListener('change', listener);
}
