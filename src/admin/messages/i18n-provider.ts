import { useMemo } from 'react';
import type { I18nProvider } from 'react-admin';
import { catalog } from './catalog.ts';
import { createTranslate } from './create-translate.ts';
import { useLanguage, type Language } from './language.ts';

/**
 * One provider per language, exchanged when the language changes. react-admin's own
 * way (`changeLocale`) mounts the whole app anew, and what is typed in a form is lost.
 */
export function useI18nProvider(): I18nProvider {
  const language = useLanguage();
  return useMemo(() => createI18nProvider(language), [language]);
}

export function createI18nProvider(language: Language): I18nProvider {
  return {
    translate: createTranslate(catalog(language), language),
    getLocale: () => language,
    changeLocale: () => Promise.reject(new Error('Languages are changed by switchLanguage')),
  };
}
