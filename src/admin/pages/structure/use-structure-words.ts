import { useMemo } from 'react';
import { createTell, useFilterWords, type Words } from '../../resource/filter-words.ts';
import { useLanguage } from '../../messages/language.ts';
import { textsOf } from '../../messages/texts.ts';

/** The words of this page, whose texts are loaded with it, and those of filters. */
export function useStructureWords(): Words {
  const language = useLanguage();
  const words = useFilterWords();
  return useMemo(() => {
    const { structure } = textsOf('app', language);
    return { ...words, tell: createTell({ ...structure, ...textsOf('structure', language) }) };
  }, [language, words]);
}
