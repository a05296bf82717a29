import { useSyncExternalStore } from 'react';
import { createPreference } from '../preference.ts';

export const appearances = ['light', 'dark', 'system'] as const;
export type Appearance = (typeof appearances)[number];

const preference = createPreference<Appearance>('theme', appearances, () => 'system');
const systemDark = window.matchMedia('(prefers-color-scheme: dark)');

export const useAppearance = preference.use;

export function setAppearance(choice: Appearance): void {
  preference.set(choice);
  markAppearance();
}

/** Tells the style sheets; without the mark they follow the system. */
export function markAppearance(): void {
  const choice = preference.get();
  if (choice === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = choice;
}

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
