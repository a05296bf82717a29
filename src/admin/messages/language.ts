import { createPreference } from './preference.ts';

/** The languages there are messages in, each called by its own name. */
export const languageNames = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof languageNames;

export const languages = Object.keys(languageNames) as Language[];

const preference = createPreference<Language>(
  'language',
  languages,
  languageOfBrowser,
  markDocument,
);

export const language = preference.get;
export const useLanguage = preference.use;
export const beforeOtherLanguage = preference.beforeFollowing;

/** For pages whose messages are there already; the app itself calls `switchLanguage`. */
export const setLanguage = preference.set;

/** Tells screen readers and the hyphenation which language they meet. */
export function markDocument(): void {
  document.documentElement.lang = language();
}

export function isLanguage(code: string): code is Language {
  return Object.hasOwn(languageNames, code);
}

function languageOfBrowser(): Language {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return wanted.find(isLanguage) ?? 'en';
}
