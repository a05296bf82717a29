import { createPreference } from '../../messages/preference.ts';

export const appearances = ['light', 'dark', 'system'] as const;
export type Appearance = (typeof appearances)[number];

const preference = createPreference<Appearance>(
  'theme',
  appearances,
  () => 'system',
  markAppearance,
);

export const appearance = preference.get;
export const useAppearance = preference.use;
export const listenToAppearance = preference.subscribe;

export const setAppearance = preference.set;

/** Sets the mark for the style sheets; without it they follow the system. */
export function markAppearance(): void {
  const choice = preference.get();
  if (choice === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = choice;
}
