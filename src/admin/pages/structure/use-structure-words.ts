import { useMemo } from 'react';
import { useFilterWords, type Words } from '../../resource/filter-words.ts';
import { createI18nProvider } from '../../messages/i18n-provider.ts';
import { useLanguage } from '../../messages/language.ts';
import { textsOf } from '../../messages/texts.ts';

/** The words of this page, whose texts are loaded with it, and those of filters. */
export function useStructureWords(): Words {
  const language = useLanguage();
  const words = useFilterWords();
  return useMemo(() => {
    const { structure } = textsOf('app', language);
    const texts = { ...structure, ...textsOf('structure', language) };
    const { translate } = createI18nProvider(language, texts);
    return { ...words, tell: (key, values) => translate(key, values) };
  }, [language, words]);
}
