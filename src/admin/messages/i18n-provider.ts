import polyglotI18nProvider from 'ra-i18n-polyglot';
import { useMemo } from 'react';
import type { TranslationMessages } from 'react-admin';
import type { FieldI18n } from '../../fields/screen/texts.ui.ts';
import { pluralForm } from '../../fields/problems/fill-template.ts';
import { findColumn } from '../../descriptor/column-field.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import type { Language } from '../../fields/problems/languages.ts';
import { textIn } from '../../fields/problems/localized-text.ts';
import { useLanguage } from './language.ts';
import { textsOf } from './texts.ts';

/**
 * One provider per language, replaced when the language changes. react-admin's own
 * `changeLocale` would mount the whole app again and lose what the user typed in a form.
 */
export function useI18nProvider({ resources }: Descriptor): FieldI18n {
  const language = useLanguage();
  return useMemo(() => {
    const provider = createI18nProvider(language);
    const labelOf = createLabels(resources, language);
    return { ...provider, translate: (key, args) => labelOf(key) ?? provider.translate(key, args) };
  }, [resources, language]);
}

/** The labels of the descriptor, under the keys by which components of react-admin ask for them; they would guess. */
function createLabels(resources: Descriptor['resources'], language: Language) {
  return (key: string): string | undefined => {
    const [start, name = '', kind, ...path] = key.split('.');
    const resource = start === 'resources' ? resources.get(name) : undefined;
    if (!resource) return undefined;
    if (kind === 'name') return textIn(resource.label, language);
    const column = path.join('.');
    const field = findColumn(resource, column === 'id' ? '_id' : column);
    return field && textIn(field.label, language);
  };
}

/** react-admin's texts by their keys, and the texts of fields. */
export function createI18nProvider(
  language: Language,
  texts: FieldI18n['texts'] & { readonly ra: object } = textsOf('app', language),
): FieldI18n {
  const messages = { ra: texts.ra };
  const forms = countForms(messages);
  const provider = polyglotI18nProvider(() => messages as TranslationMessages, language, [], {
    onMissingKey: (key: string) => {
      // react-admin also translates plain texts, such as that of `notify('Saved')`. They pass unchanged.
      if (/^ra(\.\w+)+$/.test(key))
        console.error(`The message "${key}" is missing in "${language}"`);
      return key;
    },
    // Otherwise there would be two rules for plurals, and polyglot knows few languages.
    pluralRules: {
      pluralTypes: { own: (count: number) => pluralForm(count, language, forms) },
      pluralTypeToLanguages: { own: [language] },
    },
  });
  return { ...provider, texts };
}

/** The most plural forms of a message. */
function countForms(messages: object | string): number {
  if (typeof messages === 'string') return messages.split('||||').length;
  return Math.max(1, ...Object.values(messages).map(countForms));
}
