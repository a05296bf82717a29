import polyglotI18nProvider from 'ra-i18n-polyglot';
import { useMemo } from 'react';
import type { I18nProvider } from 'react-admin';
import { catalog } from './catalog.ts';
import { useLanguage } from './language.ts';

/**
 * One provider per language, exchanged when the language changes. react-admin's own
 * way (`changeLocale`) mounts the whole app anew, and what is typed in a form is lost.
 */
export function useI18nProvider(): I18nProvider {
  const language = useLanguage();
  return useMemo(() => polyglotI18nProvider(() => catalog(language), language), [language]);
}
