import { useCallback } from 'react';
import type { Text } from '../../fields/field.ts';
import { textIn } from '../../fields/localized-text.ts';
import { useLanguage } from './language.ts';

/** Says a text of the descriptor in the language of the screens: `const say = useText(); say(resource.label)`. */
export function useText(): (text: Text) => string {
  const language = useLanguage();
  return useCallback((text) => textIn(text, language), [language]);
}
