import polyglotI18nProvider from 'ra-i18n-polyglot';
import { useMemo } from 'react';
import type { I18nProvider, TranslationMessages } from 'react-admin';
import { pluralForm } from '../../fields/fill-template.ts';
import type { Language } from '../../fields/languages.ts';
import { useLanguage } from './language.ts';
import { textsOf } from './texts.ts';

/**
 * One provider per language, replaced when the language changes. react-admin's own
 * `changeLocale` would mount the whole app again and lose what the user typed in a form.
 */
export function useI18nProvider(): I18nProvider {
  const language = useLanguage();
  return useMemo(() => createI18nProvider(language), [language]);
}

export function createI18nProvider(
  language: Language,
  messages: object = textsOf('app', language),
): I18nProvider {
  const forms = countForms(messages);
  return polyglotI18nProvider(() => messages as TranslationMessages, language, [], {
    onMissingKey: (key: string) => {
      if (key !== '') console.error(`There is no message "${key}" in "${language}"`);
      return key;
    },
    // Otherwise there would be two rules for plurals, and polyglot knows few languages.
    pluralRules: {
      pluralTypes: { own: (count: number) => pluralForm(count, language, forms) },
      pluralTypeToLanguages: { own: [language] },
    },
  });
}

/** The most plural forms of a message. */
function countForms(messages: object | string): number {
  if (typeof messages === 'string') return messages.split('||||').length;
  return Math.max(1, ...Object.values(messages).map(countForms));
}
