import { isLanguage, languages, type Language } from '../../fields/languages.ts';
import { createPreference } from './preference.ts';

const preference = createPreference<Language>(
  'language',
  languages,
  languageOfBrowser,
  setDocumentLanguage,
);

export const language = preference.get;
export const useLanguage = preference.use;
export const beforeLanguageChange = preference.beforeFollowing;

/** For pages whose texts are loaded already; the app itself calls `switchLanguage`. */
export const setLanguage = preference.set;

/** Sets the language of the document for screen readers and hyphenation. */
export function setDocumentLanguage(): void {
  document.documentElement.lang = language();
}

function languageOfBrowser(): Language {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return wanted.find(isLanguage) ?? 'en';
}
