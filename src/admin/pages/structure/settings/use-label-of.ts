import { useCallback } from 'react';
import { asObject } from '../../../../descriptor/read/draft.ts';
import { isObject } from '../../../../descriptor/json-object.ts';
import { nameToLabel } from '../../../../descriptor/name-to-label.ts';
import { textIn } from '../../../../fields/problems/localized-text.ts';
import { useLanguage } from '../../../messages/language.ts';

/** The label of something declared, in the language of the screens; without one it comes from the name. */
export function useLabelOf(): (declared: unknown, name: string) => string {
  const language = useLanguage();
  return useCallback(
    (declared, name) => {
      const { label } = asObject(declared);
      if (typeof label === 'string') return label;
      if (!isObject(label)) return nameToLabel(name);
      const texts = Object.entries(label).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      );
      return textIn({ en: nameToLabel(name), ...Object.fromEntries(texts) }, language);
    },
    [language],
  );
}
