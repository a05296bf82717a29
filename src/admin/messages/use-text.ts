import { useCallback } from 'react';
import type { Text } from '../../fields/type/field.ts';
import { textIn } from '../../fields/problems/localized-text.ts';
import { useLanguage } from './language.ts';

/** Returns a text of the descriptor in the user's language: `const say = useText(); say(resource.label)`. */
export function useText(): (text: Text) => string {
  const language = useLanguage();
  return useCallback((text) => textIn(text, language), [language]);
}
