import { setPluralLanguage } from '../../fields/problems/fill-template.ts';
import { findLanguage, languages, type Language } from '../../fields/problems/languages.ts';
import { showTextsIn } from '../../fields/reader-style.ts';
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

/** Sets the language of the document for screen readers and hyphenation, its direction, and its plural forms. */
export function setDocumentLanguage(): void {
  document.documentElement.lang = language();
  document.documentElement.dir = isRightToLeft(language()) ? 'rtl' : 'ltr';
  setPluralLanguage(language());
  showTextsIn(language());
}

const rightToLeft = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Rohg']);

/** Not every browser knows `textInfo`, but all know the script. */
function isRightToLeft(tag: string): boolean {
  return rightToLeft.has(new Intl.Locale(tag).maximize().script ?? '');
}

function languageOfBrowser(): Language {
  return navigator.languages.map(findLanguage).find(Boolean) ?? 'en';
}
